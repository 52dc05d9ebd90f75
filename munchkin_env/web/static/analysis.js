// What a search says about the game: chances to win, what decisions lost, what luck gave, what deals were worth.

import { el, signed } from "./dom.js";
import { MARKS, tradeWords, who } from "./table.js";

const MARKED = [[10, "??", "a blunder"], [5, "?", "a mistake"], [2, "?!", "doubtful"]];
const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 100;

// The mark of a decision that lost so many points (hundredths of a win), or null.
export function markOf(points) {
  return MARKED.find(([least]) => points >= least) ?? null;
}

export function lossMark(analysis, step) {
  const found = analysis?.steps[step];
  const mark = found ? markOf(found.lost) : null;
  if (!mark) return null;
  const said = `${mark[2]}: ${found.lost.toFixed(1)} points (± ${(1.96 * found.error).toFixed(1)}) less than after “${found.best}”`;
  return el("span", { class: "loss", title: said }, ` ${mark[1]} ${signed(-Math.round(found.lost))}`);
}

// Positions after decisions that deserve a mark.
export function mistakes(analysis) {
  if (!analysis) return [];
  return Object.entries(analysis.steps).filter(([, found]) => markOf(found.lost)).map(([step]) => Number(step) + 1).sort((a, b) => a - b);
}

// The chances of all players over the game, what lies behind them, and `at(position)`, which follows the game. `go`: to a position.
export function analysisPanel(recording, game, go) {
  const { analysis } = recording;
  const cursor = drawn("line", { y1: 0, y2: HEIGHT, class: "cursor" });
  const bar = el("div", { class: "chances", role: "img" });
  const now = el("div", { class: "judged" });
  const panel = el(
    "section", { class: "analysis", "aria-label": "Analysis" },
    el("h2", {}, "Chances to win"), bar, stacked(recording, analysis, cursor, go), now,
    turningPoints(recording, analysis, game, go), sums(recording, analysis), deals(analysis, game, go),
    el("p", { class: "soft" }, `Estimated by ${analysis.by}; points are hundredths of a win. Actions are listed by how long the search tried them: one that was tried briefly may look better by chance. A mark says that a search found something better by at least ${MARKED.map(([least, mark]) => `${least} (${mark})`).reverse().join(", ")}.`),
  );
  panel.at = (position) => {
    const shares = analysis.chances[position];
    const view = game.views[position];
    cursor.setAttribute("x1", x(position, analysis));
    cursor.setAttribute("x2", x(position, analysis));
    bar.setAttribute("aria-label", shares.map((share, seat) => `${view.seats[seat].name} ${percent(share)}`).join(", "));
    bar.replaceChildren(...shares.map((share, seat) => el("span", { class: `share s${seat}`, style: `flex-grow:${Math.max(share, 0.001)}`, title: `${view.seats[seat].name} ${percent(share)}` }, share >= 0.16 ? `${MARKS[seat]} ${percent(share)}` : share >= 0.06 ? MARKS[seat] : "")));
    now.replaceChildren(...judged(analysis.steps[position - 1]));
  };
  return panel;
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}

function x(position, analysis) {
  return (WIDTH * position) / Math.max(1, analysis.chances.length - 1);
}

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function stacked(recording, analysis, cursor, go) {
  const seats = recording.start.seats;
  const above = analysis.chances.map(() => 0);
  const areas = seats.map((one, seat) => {
    const edge = () => analysis.chances.map((_, i) => `${x(i, analysis).toFixed(1)},${(HEIGHT * above[i]).toFixed(1)}`);
    const top = edge();
    analysis.chances.forEach((shares, i) => { above[i] += shares[seat]; });
    return drawn("polygon", { points: [...top, ...edge().reverse()].join(" "), class: `area s${seat}` });
  });
  const chart = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "chart", role: "img", "aria-label": "The chances of all players over the game" }, ...areas, cursor);
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (analysis.chances.length - 1)));
  });
  const legend = el("p", { class: "legend" }, seats.map((one) => who(recording.start, one.seat)));
  return el("div", {}, chart, legend);
}

function judged(found) {
  if (!found) return [];
  const best = Math.max(...found.candidates.map(([, chance]) => chance), 0.001);
  return [
    el("p", {}, found.lost > 0 ? [el("b", {}, `${found.lost.toFixed(1)} points lost`), ` (± ${(1.96 * found.error).toFixed(1)}); better: `, el("b", {}, found.best)] : "Nothing better was found."),
    el("ul", { class: "candidates" }, found.candidates.map(([text, chance]) => el("li", {}, el("span", { class: "bar", style: `width:${(100 * chance) / best}%` }), el("span", {}, text), el("b", {}, percent(chance))))),
  ];
}

function turningPoints(recording, analysis, game, go) {
  if (!analysis.turning.length) return null;
  const rows = analysis.turning.map((step) => {
    const [before, after] = [analysis.chances[step], analysis.chances[step + 1]];
    const changes = after.map((share, seat) => [seat, 100 * (share - before[seat])]).filter(([, change]) => Math.abs(change) >= 1).sort((a, b) => b[1] - a[1]);
    const done = recording.steps[step];
    const said = done.said ?? done.events[0]?.says ?? "";
    return el(
      "li", {}, el("button", { type: "button", class: "line", onclick: () => go(step + 1) }, el("span", { class: "number" }, step + 1),
        el("span", {}, who(game.views[step], done.seat), `: ${said} `, changes.map(([seat, change]) => el("span", { class: `change s${seat}` }, `${MARKS[seat]} ${signed(Math.round(change))} `)))),
    );
  });
  return el("details", { open: true }, el("summary", {}, "Turning points"), el("ol", { class: "turning" }, rows));
}

function table(head, rows) {
  return el("div", { class: "wide" }, el("table", {}, el("thead", {}, el("tr", {}, head.map((name) => el("th", {}, name)))), el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell)))))));
}

function sums(recording, analysis) {
  const rows = analysis.sums.map((sum, seat) => [who(recording.start, seat), Math.round(sum.begin), ...[sum.luck, sum.own, sum.others].map((points) => signed(Math.round(points))), Math.round(sum.end), signed(-Math.round(sum.lost))]);
  return el(
    "details", {}, el("summary", {}, "Luck and skill"),
    table(["", "Start", "Luck", "Own", "Others", "End", "Lost"], rows),
    el("p", { class: "soft" }, "Points of the chance to win: at the start, by doors, draws and dice, by own decisions, by those of others, at the end. Lost: what a search would have done better."),
  );
}

function deals(analysis, game, go) {
  if (!analysis.deals.length) return null;
  return el(
    "details", {}, el("summary", {}, `Deals (${analysis.deals.length})`), el("ol", { class: "turning" }, analysis.deals.map((deal) => oneDeal(deal, game.views[deal.step], go))),
    el("p", { class: "soft" }, "What both could expect of it: points of the chance to win if it is accepted, not refused, ± its 95 % interval."),
  );
}

function oneDeal(deal, view, go) {
  const terms = view.trade ? tradeWords(view) : view.offer?.says ?? "";
  const worth = (seat, gain, error) => el("span", { class: `change s${seat}` }, `${MARKS[seat]} ${signed(Math.round(gain))} ± ${Math.round(1.96 * error)} `);
  return el(
    "li", {}, el("button", { type: "button", class: "line", onclick: () => go(deal.step + 1) }, el("span", { class: "number" }, deal.step + 1),
      el("span", {}, deal.kind === "help" ? [who(view, deal.maker), " and ", who(view, deal.partner), ": "] : "", terms, `, ${deal.answer}. `, worth(deal.maker, deal.maker_gain, deal.maker_error), worth(deal.partner, deal.partner_gain, deal.partner_error))),
  );
}

// A recorded game: the table, a timeline, and what was said.

import { analysisPanel, lossMark, mistakes } from "./analysis.js";
import { el } from "./dom.js";
import { readPacked } from "./packed.js";
import { drawTable, who } from "./table.js";
import { MOMENTS, neighbor, readRecording } from "./timeline.js";

const SPEEDS = [["slow", 2500], ["normal", 1200], ["fast", 500], ["very fast", 150]];

export function showReplay(recording, root) {
  const game = readRecording(recording);
  const analysis = recording.analysis;
  const blunders = mistakes(analysis);
  let at = 0;
  let timer = null;
  let noting = null;

  const table = el("div", { class: "table" });
  const caption = el("div", { class: "caption" });
  const spoken = el("p", { class: "unseen", "aria-live": "polite" });
  const slider = el("input", {
    type: "range", min: 0, max: game.last, value: 0, step: 1, "aria-label": "Position in the game", oninput: (event) => go(Number(event.target.value), false),
  });
  const counter = el("output", {});
  const speed = el("select", { "aria-label": "Speed" }, SPEEDS.map(([label, pause]) => el("option", { value: pause, selected: label === "normal" }, label)));
  const link = button("Copy link", "Copy the link to this position", copyLink, "link");
  const play = button("▶ Play", "Play or pause (space)", () => (timer === null ? start() : stop()), "play");
  const log = el("ol", { class: "log", "aria-label": "What happened" });
  const chart = analysis ? analysisPanel(recording, game, go) : null;
  const rows = logRows();
  const passes = el("input", { type: "checkbox", onchange: () => { log.classList.toggle("brief", !passes.checked); draw(false); } });
  log.classList.add("brief");

  const controls = el(
    "nav", { class: "controls", "aria-label": "Controls" },
    el("div", { class: "scrub" }, ticks(), slider, counter),
    el(
      "div", { class: "buttons" },
      button("|‹ Start", "To the start (Home)", () => go(0)),
      button("« Turn", "Previous turn (Page Up)", () => jump(game.turns, true)),
      button("‹ Step", "One step back (←)", () => walk(-1)),
      play,
      button("Step ›", "One step on (→)", () => walk(1)),
      button("Turn »", "Next turn (Page Down)", () => jump(game.turns, false)),
      button("End ›|", "To the end (End)", () => go(game.last)),
      speed,
      el("label", { class: "check" }, passes, "passes"),
      MOMENTS.map((moment) => button(`${moment.mark} ${moment.label}`, `Next ${moment.label.toLowerCase()} (${moment.key}; Shift: previous)`, (event) => jump(game.moments[moment.kind], event.shiftKey), "jump", !game.moments[moment.kind].length)),
      analysis ? button("?! Mistake", "Next mistake (m; Shift: previous)", (event) => jump(blunders, event.shiftKey), "jump", !blunders.length) : null,
    ),
  );
  const seen = recording.viewpoint === null ? "everything is shown" : `as ${recording.start.seats[recording.viewpoint].name} saw it`;
  root.append(
    el("header", { class: "head" }, el("h1", {}, recording.title), el("p", { class: "soft" }, [recording.start.sets.join(" + "), `Level ${recording.start.options.win_level} wins`, seen].join(" · "), location.protocol === "about:" ? null : [" · ", link]), help()), // a page in a notebook has no address
    el("main", { class: "stage" }, el("div", { class: "left" }, caption, table), el("aside", { class: "right" }, chart, log)),
    controls, spoken,
  );

  function button(label, title, onclick, kind = "", disabled = false) {
    return el("button", { type: "button", class: kind, title, "aria-label": title, onclick, disabled }, label);
  }

  function ticks() {
    const marks = MOMENTS.flatMap((moment) => game.moments[moment.kind].map((position) => el("span", { class: `tick ${moment.kind}`, style: `left:${(100 * position) / Math.max(1, game.last)}%`, title: `${moment.label}, step ${position}` })));
    return el("div", { class: "ticks", "aria-hidden": "true" }, marks);
  }

  function help() {
    const keys = [["← →", "a step back or on"], ["Page Up, Page Down", "a turn"], ["Home, End", "start, end"], ["Space", "play or pause"], ["+ −", "faster, slower"],
      ...MOMENTS.map((moment) => [moment.key, `next ${moment.label.toLowerCase()}`]), ...(analysis ? [["m", "next mistake"]] : []), ["Shift", "with a letter: the previous one"]];
    return el("details", { class: "help" }, el("summary", {}, "Keys"), el("dl", {}, keys.map(([key, does]) => [el("dt", {}, key), el("dd", {}, does)])));
  }

  function logRows() {
    return recording.steps.map((step, i) => {
      const view = game.views[i + 1];
      const row = el(
        "li", { class: game.quiet[i + 1] ? "step quiet" : "step" },
        el(
          "button", { type: "button", class: "line", onclick: () => go(i + 1) }, el("span", { class: "number" }, i + 1),
          el("span", { class: "did" }, step.said === null ? null : [who(view, step.seat), `: ${step.said}`], lossMark(analysis, i)),
        ),
        step.reason && step.said !== "pass" ? el("p", { class: "reason" }, step.reason) : null,
        step.events.map((event) => event.what === "TURN" ? el("p", { class: "new-turn" }, `Round ${view.round}, turn of `, who(view, event.seat)) : el("p", { class: "event" }, event.says)),
      );
      log.append(row);
      return row;
    });
  }

  function go(position, by_hand = true) {
    const target = Math.max(0, Math.min(game.last, position));
    if (by_hand) stop();
    rows[at - 1]?.classList.remove("now");
    at = target;
    draw(by_hand);
  }

  // The next position by that many steps, without mere passes unless they are shown.
  function beside(by) {
    let position = at + by;
    while (!passes.checked && position > 0 && position < game.last && game.quiet[position]) position += by;
    return position;
  }

  function walk(by) {
    go(beside(by));
  }

  function jump(positions, back) {
    const found = neighbor(positions, at, back);
    if (found !== null) go(found);
  }

  function draw(by_hand) {
    const view = game.views[at];
    const step = at ? recording.steps[at - 1] : null;
    drawTable(table, view, { faces: recording.faces });
    slider.value = at;
    slider.setAttribute("aria-valuetext", `step ${at} of ${game.last}`);
    counter.textContent = `${at}/${game.last}`;
    caption.replaceChildren(
      el("p", { class: "round" }, view.over ? `Round ${view.round}` : ["Round ", view.round, ", turn of ", who(view, view.turn_of)]),
      step && step.said !== null ? el("p", { class: "did" }, who(view, step.seat), ": ", el("b", {}, step.said), lossMark(analysis, at - 1)) : el("p", { class: "did" }, step ? "" : "The game begins"),
      step?.reason ? el("p", { class: "reason" }, step.reason) : "",
      ...(step ? step.events.map((event) => el("p", { class: "event" }, event.says)) : []),
    );
    if (by_hand && step) spoken.textContent = [step.said, ...step.events.map((event) => event.says)].filter(Boolean).join(". ");
    const row = rows[at - 1];
    if (row) {
      row.classList.add("now");
      log.scrollTop = row.offsetTop - log.clientHeight / 3;
    } else log.scrollTop = 0;
    chart?.at(at);
    clearTimeout(noting);
    noting = setTimeout(noteAddress, 300);
    root.dispatchEvent(new CustomEvent("step", { detail: at })); // for a notebook, which may also ask for a position
  }

  // The address leads to this position. Browsers allow only so many changes of it in a row; some allow none for a file.
  function noteAddress() {
    try {
      history.replaceState(null, "", `#${at}`);
    } catch {
      noting = null;
    }
  }

  async function copyLink() {
    const address = new URL(`#${at}`, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      link.textContent = spoken.textContent = "Copied";
      setTimeout(() => { link.textContent = "Copy link"; }, 1500);
    } catch { // browsers let only pages of this machine and encrypted ones write to the clipboard
      prompt("The link to this position:", address);
    }
  }

  // The position that the address names, or null.
  function asked() {
    const position = Number.parseInt(location.hash.slice(1), 10);
    return Number.isFinite(position) ? position : null;
  }

  function start() {
    if (at === game.last) go(0);
    play.textContent = "⏸ Pause";
    const tick = () => {
      if (at >= game.last) return stop();
      go(beside(1), false);
      timer = setTimeout(tick, Number(speed.value));
    };
    timer = setTimeout(tick, Number(speed.value));
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    play.textContent = "▶ Play";
  }

  function changeSpeed(by) {
    speed.selectedIndex = Math.max(0, Math.min(SPEEDS.length - 1, speed.selectedIndex + by));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target === speed) return;
    const keys = {
      ArrowLeft: () => walk(-1), ArrowRight: () => walk(1), PageUp: () => jump(game.turns, true), PageDown: () => jump(game.turns, false),
      Home: () => go(0), End: () => go(game.last), "+": () => changeSpeed(1), "-": () => changeSpeed(-1), m: () => jump(blunders, event.shiftKey),
      " ": () => (timer === null ? start() : stop()),
    };
    for (const moment of MOMENTS) keys[moment.key] = () => jump(game.moments[moment.kind], event.shiftKey);
    const does = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!does || (event.key === " " && event.target.closest("button, summary, a, input[type=checkbox]"))) return;
    event.preventDefault();
    does();
  });

  addEventListener("hashchange", () => go(asked() ?? at));
  root.addEventListener("go", (event) => go(event.detail));
  go(asked() ?? 0, false);
}

const place = document.getElementById("replay");
readPacked(document.getElementById("recording")).then((recording) => showReplay(recording, place)).catch((problem) => {
  place.append(el("p", {}, `The recording cannot be read (${problem}). It needs Chrome 80, Firefox 113, Safari 16.4 or newer.`));
  throw problem;
});

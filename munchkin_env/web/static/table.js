// A view (docs/view.md) as a table: the seats, the fight between them, the piles. The replay and the table of a game use it.

import { cardBack, cardFace, explainCard } from "./cards.js";
import { count, digits, el, list, signed } from "./dom.js";

export const MARKS = ["▲", "■", "●", "◆", "★", "⬟"];

// A player's name with their mark: nobody is told apart by color alone.
export function who(view, seat) {
  return el("span", { class: `who s${seat}` }, el("span", { class: "mark", "aria-hidden": "true" }, MARKS[seat]), view.seats[seat].name);
}

// options: faces (of cards by name), lit (a Set of places to highlight), onPlace(place): a click on a card or player that is lit,
// asks: whether it says who decides what.
export function drawTable(root, view, { faces = {}, lit = new Set(), onPlace = null, asks = true } = {}) {
  const open = (face, place) => (onPlace && lit.has(place) ? onPlace(place) : explainCard(face));
  const draw = { view, faces, lit, onPlace, asks, card: (name, more = {}) => cardFace(name, faces, { ...more, classes: `${more.classes ?? ""} ${lit.has(more.place) ? "lit" : ""}`, onOpen: open }) };
  const seats = inOrder(view).map((seat) => seatPanel(draw, view.seats[seat]));
  const half = Math.ceil((seats.length - (view.seat === null ? 0 : 1)) / (view.seat === null ? 2 : 1));
  const focus = placeOf(document.activeElement);
  root.replaceChildren(
    el("div", { class: "seats" }, seats.slice(0, half)), middle(draw), el("div", { class: "seats" }, seats.slice(half)),
  );
  if (focus) root.querySelector(`[data-place="${CSS.escape(focus)}"]`)?.focus();
}

function placeOf(element) {
  return element?.dataset?.place ?? null;
}

// The seat that looks comes last, nearest to them; before it the others in the order of turns.
function inOrder(view) {
  const n = view.seats.length;
  return Array.from({ length: n }, (_, i) => (view.seat === null ? i : (view.seat + 1 + i) % n));
}

// ------------------------------------------------------------------------------------------------------------- seats

function states(view, one) {
  const found = [];
  if (view.winners.includes(one.seat)) found.push("has won");
  if (one.dead) found.push("dead");
  if (!view.over && view.turn_of === one.seat) found.push("turn");
  if (one.role === "main") found.push("fights");
  if (one.role === "helper") found.push("helps");
  if (view.fight?.runner === one.seat) found.push("runs away");
  if (view.decision?.seat === one.seat) found.push("decides");
  if (one.passed) found.push("has passed");
  return found;
}

function seatPanel(draw, one) {
  const { view } = draw;
  const place = `seat/${one.seat}`;
  const busy = view.decision?.seat === one.seat || one.role;
  const worn = one.table.filter((card) => card.equipped);
  const identity = one.table.filter((card) => one.identity.includes(card.card));
  const others = one.table.filter((card) => !worn.includes(card) && !identity.includes(card));
  return el(
    "article", { class: `seat s${one.seat} ${busy ? "busy" : ""} ${one.dead ? "dead" : ""} ${view.winners.includes(one.seat) ? "won" : ""}`, "aria-label": one.name },
    el(
      "header", {},
      draw.lit.has(place) && draw.onPlace
        ? el("button", { class: "who-button lit", type: "button", "data-place": place, onclick: () => draw.onPlace(place) }, who(view, one.seat))
        : el("h3", {}, who(view, one.seat)),
      el(
        "span", { class: "numbers" }, el("span", { class: "level", title: `wins at Level ${one.wins_at}` }, el("small", {}, "Level "), el("b", {}, one.level)),
        el("span", { class: "strength", title: words(one.strength_from) }, el("small", {}, "strength "), el("b", {}, digits(one.strength))),
      ),
    ),
    el("p", { class: "traits" }, one.sex, states(view, one).map((state) => el("span", { class: `state ${state.replace(" ", "-")}` }, state))),
    el("div", { class: "rows" }, row(draw, "Is", identity, one), row(draw, "Wears", worn, one), row(draw, "Has", others, one)),
    hand(draw, one),
    list("lasting", one.lasting.map((each) => `${each.card} ${each.amount ? signed(each.amount) : ""} ${each.until}${each.waits ? ", not yet" : ""}`)),
  );
}

function words(addends) {
  return addends.map((each) => `${each.says} ${signed(each.amount)}`).join(", ");
}

function notes(card, owner) {
  const said = [];
  if (card.adds) said.push(`${signed(card.adds)} now`);
  else if (card.equipped && !card.counts) said.push("does not count");
  if (card.slot && !card.equipped) said.push("carried");
  if (card.on) said.push(`on ${owner.table.find((other) => other.place === card.on)?.card ?? "a card"}`);
  if (card.sex) said.push(card.sex);
  return said;
}

function row(draw, label, cards, owner) {
  if (!cards.length) return null;
  const drawn = cards.map((card) => draw.card(card.card, { place: card.place, notes: notes(card, owner), classes: `${card.equipped ? "worn" : ""} ${card.marked ? "marked" : ""}` }));
  return el("div", { class: "row" }, el("h4", {}, label), el("div", { class: "cards" }, drawn));
}

function hand(draw, one) {
  const known = one.hand.filter((card) => card.card !== null);
  const backs = ["door", "treasure"].map((back) => [back, one.hand.filter((card) => card.card === null && card.back === back).length]);
  return el(
    "div", { class: "row hand" }, el("h4", {}, `Hand ${one.hand.length}/${one.hand_limit}`),
    el(
      "div", { class: "cards" },
      known.map((card) => draw.card(card.card, { place: card.place, notes: card.fresh ? ["new"] : [], classes: card.marked ? "marked" : "" })),
      backs.filter(([, n]) => n).map(([back, n]) => cardBack(back, n)),
      one.hand.length ? null : el("span", { class: "soft" }, "no cards"),
    ),
  );
}

// ------------------------------------------------------------------------------------------------ between the seats

function middle(draw) {
  const { view } = draw;
  return el(
    "section", { class: `middle ${view.fight ? "fighting" : ""}`, "aria-label": view.fight ? "Fight" : "Table" },
    view.fight ? fight(draw, view.fight) : null,
    about(draw),
    view.pool.length ? el("div", { class: "row" }, el("h4", {}, "Open cards"), el("div", { class: "cards" }, view.pool.map((name, i) => draw.card(name, { place: `pool/${i}` })))) : null,
    view.found.length ? el("div", { class: "row" }, el("h4", {}, "From the discards"), el("div", { class: "cards" }, view.found.map((name, i) => draw.card(name, { place: `found/${i}` })))) : null,
    piles(draw),
  );
}

function fight(draw, now) {
  const { view } = draw;
  const fighters = view.seats.filter((one) => one.role).sort((a) => (a.role === "main" ? -1 : 1));
  return el(
    "div", { class: "fight" },
    el(
      "div", { class: `side ${now.winning ? "ahead" : ""}` },
      el("h3", {}, "Munchkins ", el("b", { class: "total" }, digits(now.munchkins))),
      fighters.map((one) => sum(who(view, one.seat), one.strength, one.strength_from)),
      now.munchkins_from.length ? sum("for the munchkins", null, now.munchkins_from) : null,
    ),
    el("div", { class: "against" }, el("span", { class: "versus" }, "against"), verdict(now)),
    el(
      "div", { class: `side ${now.winning ? "" : "ahead"}` },
      el("h3", {}, "Monsters ", el("b", { class: "total" }, digits(now.monsters))),
      now.against.map((monster) => oneMonster(draw, monster)),
      now.monsters_from.length ? sum("for the monsters", null, now.monsters_from) : null,
    ),
    el("div", { class: "stakes" }, list("facts", facts(draw, now))),
    now.played.length ? el("div", { class: "row played" }, el("h4", {}, "Played"), el("div", { class: "cards" }, now.played.map((card) => draw.card(card.card, { place: card.place, notes: card.adds ? [signed(card.adds)] : [] })))) : null,
  );
}

function verdict(now) {
  if (now.won) return el("b", {}, "won");
  if (now.runner !== null || (!now.open && now.lost_by)) return el("b", {}, now.lost_by ? `lost by ${now.lost_by}` : "lost");
  const lead = now.munchkins - now.monsters;
  if (lead === 0) return el("b", {}, now.winning ? "a tie, which the munchkins win" : "a tie, which the monsters win");
  return el("b", {}, `${lead > 0 ? "munchkins" : "monsters"} lead by ${Math.abs(lead)}`);
}

function sum(label, total, addends) {
  return el(
    "div", { class: "sum" }, el("div", { class: "sum-of" }, label, total === null ? null : el("b", {}, digits(total))),
    list("addends", addends.map((each) => [el("span", {}, each.says), el("b", {}, signed(each.amount))])),
  );
}

function oneMonster(draw, monster) {
  const gone = monster.state !== "fighting";
  const told = [monster.mate_of ? "a Mate" : null, ...monster.tags, gone ? monster.state : null].filter(Boolean);
  return el(
    "div", { class: `monster ${gone ? "gone" : ""}` },
    draw.card(monster.card, { place: monster.place, notes: told }),
    gone ? null : sum(monster.card, monster.strength, monster.strength_from),
  );
}

function facts(draw, now) {
  const { view } = draw;
  const said = [`${count(now.levels, "Level")} and ${count(now.treasures, "Treasure")} at stake`];
  if (now.for_the_win) said.push(el("b", {}, "a fight for the win"));
  if (now.deal) said.push(`Deal: ${now.deal.says}`);
  if (now.compelled) said.push("the helper was compelled");
  if (now.runner !== null) {
    const from = now.against.find((monster) => monster.place === now.runs_from)?.card;
    said.push([who(view, now.runner), ` runs away${from ? ` from ${from}` : ""}${now.die ? `, die ${now.die}` : ""}`]);
  }
  return said;
}

// The trade that is offered, or still being put together.
export function tradeWords(view) {
  const { maker, partner, gives, wants } = view.trade;
  return [who(view, maker), gives || wants ? ` gives ${gives ?? "nothing"} for ${wants ?? "nothing"} of ` : " has something to offer to ", who(view, partner)];
}

function about(draw) {
  const { view } = draw;
  const said = [];
  if (view.over) said.push(el("b", { class: "over" }, view.winners.length ? `${view.winners.map((p) => view.seats[p].name).join(" and ")} won the game` : "The game ended without a winner"));
  if (view.strikes) said.push([view.strikes, " is about to strike", view.victim === null ? "" : [" ", who(view, view.victim)]]);
  if (view.offer) said.push(`Offer: ${view.offer.says}`);
  if (view.trade) said.push(["Trade: ", tradeWords(view)]);
  if (view.decision && draw.asks) said.push([who(view, view.decision.seat), ` decides: ${view.decision.question}`, view.decision.card ? ` (${view.decision.card})` : ""]);
  return list("about", said);
}

function piles(draw) {
  const pile = (label, one, back) => el(
    "div", { class: "pile" }, el("span", { class: `card back ${back}` }, el("span", { class: "card-name" }, label), el("span", { class: "card-foot" }, `${one.left} left`)),
    one.discards.length ? draw.card(one.discards[0], { notes: [`${one.discarded} discarded`] }) : el("span", { class: "soft" }, "no discards"),
  );
  return el("div", { class: "piles" }, pile("Doors", draw.view.doors, "door"), pile("Treasures", draw.view.treasures, "treasure"));
}

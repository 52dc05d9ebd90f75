// The page of a table: the position, what may be done, what has happened.

import { explainCard } from "./cards.js";
import { el } from "./dom.js";
import { actionsDialog, keysDialog, offerDialog, priceDialog, rulesDialog, sellDialog, settingsDialog, tradeDialog } from "./dialogs.js";
import { moveList } from "./moves.js";
import { summary } from "./summary.js";
import { drawTable, who } from "./table.js";
import { connectTo } from "./wire.js";

const WHOLE = { "ask for help": "offer", trade: "trade", "sell items": "sell" };
const SHOWN = 9; // actions with cards that are listed at once; more are behind a click
const SHOWN_NARROW = 3;
const KEYS = [
  ["1 to 9", "the action with that number"], ["p", "pass"], ["n", "keep passing until something concerns you"], ["h", "hint"], ["u", "undo (against bots)"],
  ["Tab, Enter", "walk through cards and buttons; a card that lights up can be played"], ["l", "what has happened"], ["r", "the rules in brief"], ["s", "settings"], ["Esc", "close a dialog"], ["?", "this list"],
];
const token = location.hash.slice(1);
const root = document.getElementById("app");
let faces = {};
let state = null;
let hint = null;
let returned = true; // to the table: what is told then is not new
let clock = null;

const table = el("main", { class: "table" });
const moves = moveList();
const now = el("p", { class: "now" });
const notice = el("p", { class: "notice", role: "alert" });
const question = el("div", { class: "question", "aria-live": "polite" });
const choices = el("div", { class: "choices" });
const tools = el("div", { class: "tools" });
const panel = el("section", { class: "panel", "aria-label": "Your decision" }, notice, question, choices, tools);
root.append(
  el("header", { class: "bar" }, el("h1", {}, "Munchkin"), now, el("nav", {},
    button("Moves", () => { if (document.body.classList.toggle("show-log")) showMoves(); }, "only-narrow"),
    button("Rules", () => send({ type: "rules" })), button("Settings", settings), button("Keys", () => keysDialog(KEYS), "only-wide"))),
  el("div", { class: "stage" }, table, el("aside", {}, moves.root)), panel,
);

function button(label, onclick, kind = "", more = {}) {
  return el("button", { type: "button", class: kind, onclick, ...more }, label);
}

const send = connectTo(token, {
  cards: (message) => { faces = message.faces; },
  state: (message) => {
    moves.hear(message.kept, message.events, faces, returned);
    returned = false;
    if (message.me === null) moves.decided(); // spectators decide nothing: nothing stays new
    if (state === null || state.asked !== message.asked) hint = null;
    state = message;
    say("");
    setClock(message.left);
    draw();
  },
  hint: (message) => { hint = message.asked === state.asked ? message : null; draw(); },
  options: (message) => {
    if (message.asked !== state.asked) return;
    const plan = (whole) => { decided(); send({ type: "plan", asked: state.asked, plan: whole }); };
    if (message.what === "offer" && message.found.to?.length) offerDialog(state.view, message.found, plan);
    else if (message.what === "trade" && message.found.with?.length) tradeDialog(state.view, message.found, plan);
    else if (message.what === "sell" && message.found.items?.length) sellDialog(faces, message.found, plan);
    else say("That is not possible now.");
  },
  rules: (message) => rulesDialog(message.here, message.text),
  problem: (message) => say(message.text),
  connection: (how, reason) => {
    document.body.classList.toggle("lost", how !== "open");
    if (how !== "open") returned = true;
    if (how === "lost") say("The connection was lost; trying again …");
    if (how === "closed") say(`${reason || "This link leads to no seat"}. Use a link that munchkin serve printed.`);
  },
});

function say(text) {
  notice.textContent = text;
}

function setClock(left) {
  clearInterval(clock);
  const until = left === null ? null : Date.now() + 1000 * left;
  const tick = () => { document.querySelector(".clock")?.replaceChildren(until === null ? "" : `${Math.max(0, Math.ceil((until - Date.now()) / 1000))} s`); };
  clock = until === null ? null : setInterval(tick, 250);
  setTimeout(tick, 0);
}

// ------------------------------------------------------------------------------------------------------- what one does

function decided() {
  moves.decided();
}

function act(action) {
  decided();
  send({ type: "act", asked: state.asked, action: action.id });
}

function choose(action) {
  const whole = WHOLE[action.notation];
  if (whole) send({ type: "options", asked: state.asked, what: whole });
  else act(action);
}

function open(place) {
  const found = state.view.actions.filter((action) => action.places.includes(place));
  if (!found.length) return;
  if (found.length === 1 && localStorage.getItem("quick") === "yes") return act(found[0]);
  const name = nameAt(place);
  actionsDialog(name, faces[name] ?? null, found, act);
}

function nameAt(place) {
  const [where, number, slot] = place.split("/");
  const view = state.view;
  if (where === "seat") return view.seats[Number(number)].name;
  if (where === "hand" || where === "table") return view.seats[Number(number)][where].find((card) => card.place === place)?.card ?? "a card";
  if (where === "monster") return view.fight?.against.find((monster) => monster.place === place)?.card ?? "a monster";
  return view[where]?.[Number(number)] ?? slot ?? "a card";
}

// What a click does there: the verb, if there is only one.
function verbAt(place) {
  const verbs = new Set(state.view.actions.filter((action) => action.places.includes(place)).map((action) => action.text.split(" ")[0]));
  return verbs.size === 1 ? [...verbs][0] : "choose";
}

function settings() {
  settingsDialog({ asks: state.asks, pace: state.pace, quick: localStorage.getItem("quick") === "yes", mayPace: state.me !== null || !state.people.includes(true) }, {
    asks: (asks) => send({ type: "asks", asks }), pace: (seconds) => send({ type: "pace", seconds }),
    quick: (yes) => localStorage.setItem("quick", yes ? "yes" : "no"),
  });
}

function replay() {
  window.open(`/replay/${state.replay}`, "_blank", "noopener");
}

function again(same, shift) {
  send({ type: "again", same, shift });
}

// ---------------------------------------------------------------------------------------------------------- what one sees

function draw() {
  const { view } = state;
  if (state.me !== null && state.people[state.me] && view.seats[state.me].name === `player ${state.me}`) view.seats[state.me].name = "You";
  const mine = state.asked !== null;
  const lit = new Set(mine ? view.actions.flatMap((action) => action.places) : []);
  document.body.classList.toggle("mine", mine);
  document.body.classList.toggle("ended", view.over);
  document.title = mine ? "● Your decision · Munchkin" : "Munchkin";
  table.classList.toggle("seated", state.me !== null);
  drawTable(table, view, { faces, lit, onPlace: open, asks: false });
  for (const each of table.querySelectorAll(".card.lit")) each.dataset.does = verbAt(each.dataset.place);
  for (const place of hinted()) table.querySelector(`[data-place="${CSS.escape(place)}"]`)?.classList.add("hinted");
  now.replaceChildren(view.over ? "The game is over" : el("span", {}, `Round ${view.round}, `, view.turn_of === state.me ? "your turn" : ["turn of ", who(view, view.turn_of)]));
  const focus = panel.contains(document.activeElement);
  question.replaceChildren(...(view.over ? summary(view, moves.all()) : asked()));
  choices.replaceChildren(...(view.over ? afterwards() : mine ? offered() : []));
  tools.replaceChildren(...(view.over ? [] : mine ? helps() : state.undo ? [undo()] : []));
  if (focus && !panel.contains(document.activeElement)) choices.querySelector("button")?.focus();
}

function hinted() {
  return hint ? state.view.actions.find((action) => action.id === hint.action)?.places ?? [] : [];
}

function asked() {
  const { decision } = state.view;
  const failed = state.failed.map((text) => el("p", { class: "failed" }, text));
  if (state.asked === null) {
    const away = state.people[decision.seat] && !state.here[decision.seat] ? " (not connected)" : "";
    return [...failed, el("p", { class: "waits" }, who(state.view, decision.seat), `${away} decides: ${decision.question}`)];
  }
  return [
    ...failed, el("h2", {}, "You decide: ", decision.question, decision.card ? [" ", button(decision.card, () => explainCard(faces[decision.card]), "says")] : "", el("span", { class: "clock" })),
    decision.subject.length ? el("ul", { class: "subject" }, decision.subject.map((line) => el("li", {}, line))) : "",
    hint ? el("p", { class: "hint" }, el("b", {}, `Hint: ${hint.text}. `), hint.reason, " ", button("Do that", () => act({ id: hint.action }))) : "",
  ].filter(Boolean);
}

// Buttons: what needs no card first; then what can also be done by a click on a card.
function offered() {
  const { actions } = state.view;
  const prices = state.view.decision.kind === "ANSWER_HELP" ? actions.filter((action) => priceOf(action) !== null) : [];
  const listed = actions.filter((action) => !prices.includes(action));
  const plain = listed.filter((action) => !action.places.length);
  const withCards = listed.filter((action) => action.places.length);
  let number = 0;
  const made = (action) => {
    number += 1;
    const marks = `${hint?.action === action.id ? "hinted " : ""}${["pass"].includes(action.notation) ? "pass" : ""}`;
    return button([number <= 9 ? el("kbd", { "aria-hidden": "true" }, number) : null, WHOLE[action.notation] ? `${action.text} …` : action.text], () => choose(action), `act ${marks}`, { "data-action": action.id });
  };
  const found = plain.map(made);
  if (prices.length) found.push(button("name your price …", () => priceDialog(prices.map(priceOf), (whole) => { decided(); send({ type: "plan", asked: state.asked, plan: whole }); }), "act"));
  const cards = withCards.map(made);
  if (cards.length > (matchMedia("(max-width: 960px)").matches ? SHOWN_NARROW : SHOWN)) found.push(el("details", { class: "more" }, el("summary", {}, `${cards.length} with cards: click a card that lights up, or choose here`), el("div", { class: "choices" }, cards)));
  else found.push(...cards);
  if (state.view.actions.some((action) => action.notation === "pass") && state.view.turn_of !== state.me) found.push(button("keep passing", passOn, "act quiet"));
  return found;
}

function priceOf(action) {
  const found = /(\d+|all|no)(?: the)? treasures?/i.exec(action.notation);
  if (!found) return null;
  return found[1] === "all" ? "all" : found[1] === "no" ? 0 : Number(found[1]);
}

function showMoves() {
  document.body.classList.add("show-log");
  moves.showLast();
  moves.root.focus();
}

function passOn() {
  decided();
  send({ type: "pass on", asked: state.asked });
}

function undo() {
  return button("Undo", () => send({ type: "undo" }), "", { "aria-keyshortcuts": "u" });
}

function askHint() {
  if (state.asked !== null) send({ type: "hint", asked: state.asked });
}

function helps() {
  return [button("Hint", askHint, "", { "aria-keyshortcuts": "h" }), state.undo ? undo() : null].filter(Boolean);
}

function afterwards() {
  const watching = state.me === null;
  return [
    button("Watch the replay", replay, "act"),
    ...(state.again ? [button("Same deal again", () => again(true, 0), "act"), watching ? null : button("Same deal, next seat", () => again(true, 1), "act"), button("New deal", () => again(false, 0), "act")] : []),
    state.undo ? undo() : null,
  ].filter(Boolean);
}

document.addEventListener("keydown", (event) => {
  if (!state || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.closest("input, select")) return;
  const press = (selector) => panel.querySelector(selector)?.click();
  const keys = {
    p: () => press(".act.pass"), n: () => state.asked !== null && passOn(), h: askHint, u: () => state.undo && send({ type: "undo" }), r: () => send({ type: "rules" }), s: settings,
    l: showMoves, "?": () => keysDialog(KEYS),
  };
  const does = /^[1-9]$/.test(event.key) ? () => [...choices.querySelectorAll(".act:not(.quiet)")][Number(event.key) - 1]?.click() : keys[event.key.toLowerCase()];
  if (!does) return;
  event.preventDefault();
  does();
});
new ResizeObserver(() => {
  document.body.style.setProperty("--panel-height", `${panel.offsetHeight + 12}px`);
  moves.showLast();
}).observe(panel);
addEventListener("hashchange", () => location.reload());
if (!token) say("This address lacks the link of a seat. Use a link that munchkin serve printed.");

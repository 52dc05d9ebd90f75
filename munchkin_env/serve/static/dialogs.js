// Dialogs: a card and what can be done with it, a whole offer of help, a trade, a sale, a price, settings, rules, keys.

import { kindWords } from "./cards.js";
import { count, digits, el } from "./dom.js";

export function openDialog(title, ...children) {
  const dialog = el("dialog", { class: "explains sheet", "aria-label": title, onclose: (event) => event.target.remove() }, el("h2", {}, title), ...children);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the button that has the focus may be at the end of a long text
  return dialog;
}

function closing(dialog, does) {
  return () => { dialog().close(); does(); };
}

function buttons(...made) {
  return el("div", { class: "choices" }, made);
}

function cancel(dialog) {
  return el("button", { type: "button", onclick: () => dialog().close() }, "Cancel");
}

// What may be done with a card or player that lights up.
export function actionsDialog(title, face, actions, act) {
  const dialog = openDialog(
    title, face ? el("p", { class: "soft" }, kindWords(face.kind)) : null, face ? el("p", {}, face.text || "No text.") : null,
    buttons(actions.map((action, i) => el("button", { type: "button", class: "act", autofocus: i === 0, onclick: closing(() => dialog, () => act(action)) }, action.text)), cancel(() => dialog)),
  );
}

function field(label, control) {
  return el("label", { class: "field" }, el("span", {}, label), control);
}

function select(values, label, onchange = null) {
  return el("select", { onchange }, values.map((value, i) => el("option", { value: i }, label(value))));
}

function treasureWords(n) {
  if (n === "all") return "all Treasures";
  return n === 0 ? "no Treasures" : count(n, "Treasure");
}

function picksFirst(name) {
  const made = el(
    "fieldset", { class: "field" }, el("legend", {}, "Who picks first"),
    [["helper", "they do"], ["main", "I do"]].map(([value, label], i) => el("label", { class: "check" }, el("input", { type: "radio", name, value, checked: i === 0 }), label)),
  );
  return { made, chosen: () => made.querySelector("input:checked").value };
}

// found.to: for each player who can be asked, what can be offered, and the totals with their help.
export function offerDialog(view, found, send) {
  const inner = el("div", { class: "fields" });
  const whom = el("div", { class: "fields", role: "radiogroup", "aria-label": "Whom to ask" }, found.to.map((one, i) => el(
    "label", { class: "check helper" }, el("input", { type: "radio", name: "to", value: i, checked: i === 0, onchange: fill }),
    el("span", {}, el("b", {}, view.seats[one.seat].name), ` Level ${view.seats[one.seat].level}, strength ${digits(view.seats[one.seat].strength)}. `,
      `Together ${digits(one.total[0])} against ${digits(one.total[1])}${one.wins ? ": that wins" : ""}.`),
  )));
  let parts = {};
  function fill() {
    const one = found.to[Number(whom.querySelector("input:checked").value)];
    const first = picksFirst("first");
    const order = () => { first.made.hidden = !one.order || one.treasures[parts.treasures.value] === 0 || one.treasures[parts.treasures.value] === "all"; };
    parts = {
      one, first, treasures: select(one.treasures, treasureWords, order), item: select(["", ...one.items], (name) => name || "nothing"),
      card: select(["", ...one.cards], (name) => name || "nothing"),
    };
    inner.replaceChildren(...[
      one.treasures.length ? field("For", parts.treasures) : null, first.made,
      one.items.length ? field("And an Item", parts.item) : null, one.cards.length ? field("And I promise to play", parts.card) : null,
    ].filter(Boolean));
    order();
  }
  const dialog = openDialog("Ask for help", whom, inner, buttons(el("button", {
    type: "button", class: "act", onclick: closing(() => dialog, () => send({ offer: {
      to: parts.one.seat, treasures: parts.one.treasures[parts.treasures.value] ?? null, first: parts.first.made.hidden ? null : parts.first.chosen(),
      item: parts.item.value > 0 ? parts.one.items[parts.item.value - 1] : null, promise: parts.card.value > 0 ? parts.one.cards[parts.card.value - 1] : null,
    } })),
  }, "Send the offer"), cancel(() => dialog)));
  fill();
}

// found.with: for each partner, what can be given and what can be wanted.
export function tradeDialog(view, found, send) {
  const inner = el("div", { class: "fields" });
  let parts = {};
  const partner = select(found.with, (one) => view.seats[one.seat].name, fill);
  const offer = el("button", { type: "button", class: "act", onclick: closing(() => dialog, () => send({ trade: { with: parts.one.seat, give: parts.given(), want: parts.wanted() } })) }, "Offer the trade");
  function fill() {
    const one = found.with[Number(partner.value)];
    const check = () => { offer.disabled = parts.given() === null && parts.wanted() === null; };
    const give = select(["", ...one.mine], (name) => name || "nothing", check);
    const want = select(["", ...one.yours], (name) => name || "nothing", check);
    parts = { one, given: () => (give.value > 0 ? one.mine[give.value - 1] : null), wanted: () => (want.value > 0 ? one.yours[want.value - 1] : null) };
    inner.replaceChildren(field("I give", give), field("I want", want));
    check();
  }
  const dialog = openDialog("Trade", field("With", partner), inner, buttons(offer, cancel(() => dialog)));
  fill();
}

const LEVEL = 1000;

export function sellDialog(faces, found, send) {
  const rows = found.items.map((named) => {
    const name = named.replace(/ \(\d+\)$/, "");
    const box = el("input", { type: "checkbox", onchange: add });
    return { name, box, gold: faces[name]?.gold ?? 0, row: el("label", { class: "check" }, box, `${name}, ${faces[name]?.gold ?? 0} gold`) };
  });
  const sum = el("p", { "aria-live": "polite" });
  const sell = el("button", { type: "button", class: "act", onclick: closing(() => dialog, () => send({ sell: rows.filter((one) => one.box.checked).map((one) => one.name) })) }, "Sell");
  function add() {
    const gold = rows.filter((one) => one.box.checked).reduce((all, one) => all + one.gold, 0);
    sum.textContent = `${gold} gold: ${count(Math.floor(gold / LEVEL), "Level")}`;
    sell.disabled = gold < LEVEL / 2; // a card may double the price of one Item
  }
  const dialog = openDialog("Sell Items", el("div", { class: "fields" }, rows.map((one) => one.row)), sum, buttons(sell, cancel(() => dialog)));
  add();
}

// For how much I would help. prices: numbers of Treasures, or "all".
export function priceDialog(prices, send) {
  const price = select(prices, treasureWords);
  const first = picksFirst("price-first");
  first.made.querySelector("label").lastChild.textContent = "I do";
  first.made.querySelectorAll("label")[1].lastChild.textContent = "they do";
  const dialog = openDialog("Name your price", field("I help for", price), first.made, buttons(
    el("button", { type: "button", class: "act", onclick: closing(() => dialog, () => send({ counter: { treasures: prices[price.value], first: first.chosen() } })) }, "Answer"), cancel(() => dialog),
  ));
}

const ASKS = [["new", "what is new: not again what I declined this turn"], ["own", "only what concerns me: my turn, fights, what happens to me"], ["all", "everything"]];
const PACES = [[0, "at once"], [0.5, "normal"], [1.5, "slow"]];

// now: { asks, pace, quick, mayPace }; on: { asks, pace, quick }.
export function settingsDialog(now, on) {
  const dialog = openDialog(
    "Settings",
    now.asks === null ? null : el("fieldset", { class: "field" }, el("legend", {}, "Ask me"), ASKS.map(([value, label]) => el("label", { class: "check" }, el("input", { type: "radio", name: "asks", value, checked: value === now.asks, onchange: () => on.asks(value) }), label))),
    now.mayPace ? el("fieldset", { class: "field" }, el("legend", {}, "What others do is shown"), PACES.map(([value, label]) => el("label", { class: "check" }, el("input", { type: "radio", name: "pace", value, checked: value === now.pace, onchange: () => on.pace(value) }), label))) : null,
    now.asks === null ? null : el("label", { class: "check" }, el("input", { type: "checkbox", checked: now.quick, onchange: (event) => on.quick(event.target.checked) }), "a click on a card plays it, if only one thing can be done with it"),
    buttons(el("button", { type: "button", autofocus: true, onclick: () => dialog.close() }, "Close")),
  );
}

// here: the numbered rules of the decision that has to be made.
export function rulesDialog(here, text) {
  const dialog = openDialog(
    "The rules in brief", here.length ? el("details", { class: "text" }, el("summary", {}, "In full, for this decision"), here.map((line) => el("p", {}, line))) : null,
    el("div", { class: "text" }, text.split("\n").map((line) => el("p", {}, line))), buttons(el("button", { type: "button", autofocus: true, onclick: () => dialog.close() }, "Close")),
  );
}

export function keysDialog(keys) {
  const dialog = openDialog("Keys", el("dl", { class: "keys" }, keys.map(([key, does]) => [el("dt", {}, key), el("dd", {}, does)])), buttons(el("button", { type: "button", autofocus: true, onclick: () => dialog.close() }, "Close")));
}


// How a game ended.

import { digits, el } from "./dom.js";
import { who } from "./table.js";

const COUNTED = [["WINS_FIGHT", "fights won"], ["DIES", "deaths"], ["HELPS", "helped"], ["CURSED", "curses"]];

export function summary(view, events) {
  const winners = view.winners.map((seat) => view.seats[seat].name).join(" and ");
  const times = (what, seat) => events.filter((event) => event.what === what && event.seat === seat).length;
  const order = [...view.seats].sort((a, b) => view.winners.includes(b.seat) - view.winners.includes(a.seat) || b.level - a.level);
  return [
    el("h2", {}, winners ? `${winners} won in round ${view.round}` : `Nobody has won after ${view.round} rounds`),
    el("div", { class: "wide" }, el(
      "table", { class: "summary" }, el("thead", {}, el("tr", {}, ["", "Level", "strength", ...COUNTED.map(([, label]) => label)].map((label) => el("th", { scope: "col" }, label)))),
      el("tbody", {}, order.map((one) => el("tr", {}, el("th", { scope: "row" }, who(view, one.seat)), [one.level, digits(one.strength), ...COUNTED.map(([what]) => times(what, one.seat))].map((value) => el("td", {}, value))))),
    )),
  ];
}

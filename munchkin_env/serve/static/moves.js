// What has happened, as a list that grows; what came since the last decision of this person is marked.

import { explainCard } from "./cards.js";
import { el } from "./dom.js";

export function moveList() {
  const rows = el("ol", { class: "moves" });
  const spoken = el("p", { class: "unseen", "aria-live": "polite" });
  const root = el("section", { class: "log", "aria-label": "What happened", tabindex: 0 }, rows, spoken);
  let events = [];
  let read = 0;

  // kept: how many of the known events are still valid (some are not after undoing); quiet: nothing of it is new.
  function hear(kept, more, faces, quiet) {
    const before = kept < events.length ? events.slice(0, kept) : null;
    events = [...events.slice(0, kept), ...more];
    read = quiet ? events.length : Math.min(read, kept);
    if (before) rows.replaceChildren();
    for (const event of before ? events : more) add(event, faces);
    mark();
    if (!quiet) spoken.textContent = more.filter((event) => !["TURN", "REASON"].includes(event.what)).map((event) => event.says).join(". ");
    showLast();
  }

  // What happens several times in a row is one line.
  function add(event, faces) {
    const last = rows.lastChild;
    if (last?.says !== event.says) rows.append(row(event, faces));
    else last.querySelector(".times").textContent = ` ×${(last.times += 1)}`;
    rows.lastChild.upto = (last?.upto ?? 0) + 1;
  }

  function row(event, faces) {
    const face = event.card && faces[event.card];
    const says = face ? el("button", { type: "button", class: "says", onclick: () => explainCard(face) }, event.says) : event.says;
    const made = el("li", { class: { TURN: "new-turn", REASON: "why" }[event.what] ?? "" }, says, el("span", { class: "times" }));
    return Object.assign(made, { says: event.says, times: 1 });
  }

  function mark() {
    for (const each of rows.children) each.classList.toggle("fresh", each.upto > read);
  }

  // The person has decided: what comes now is new.
  function decided() {
    read = events.length;
    mark();
  }

  function showLast() {
    root.scrollTop = root.scrollHeight;
  }

  return { root, hear, showLast, decided, all: () => events };
}

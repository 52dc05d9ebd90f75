// Card faces, drawn from data.

import { count, el, signed } from "./dom.js";

const KINDS = {
  monster: "Monster", curse: "Curse", class: "Class", race: "Race", role: "Role", house: "House", proficiency: "Proficiency", dual: "Dual",
  item: "Item", one_shot: "One-shot", enhancer: "Monster enhancer", item_enhancer: "Item enhancer", go_up_level: "Go up a Level",
  companion: "Companion", steed: "Steed", special: "Special",
};
const WORN = { headgear: "head", armor: "armor", footgear: "feet", one_hand: "1 hand", two_hands: "2 hands" };

export function kindWords(kind) {
  return KINDS[kind] ?? kind.replaceAll("_", " ");
}

function corner(face) {
  if (face.level !== null && face.kind === "monster") return `Lv ${face.level}`;
  return face.bonus ? signed(face.bonus) : "";
}

function footWords(face) {
  const words = [];
  if (face.kind === "monster") words.push(count(face.treasures, "treasure"));
  if (face.slot) words.push(WORN[face.slot] ?? face.slot);
  if (face.big) words.push("big");
  if (face.gold) words.push(`${face.gold} gold`);
  return words.join(" · ");
}

// A card that a click explains. `notes`: short words about it here ("carried", "+5 now"); `classes`: of the page.
export function cardFace(name, faces, { place = null, notes = [], classes = "", onOpen = null } = {}) {
  const face = faces[name] ?? { name, kind: "special", deck: "door", level: null, bonus: null, slot: null, gold: 0, big: false, text: "" };
  return el(
    "button",
    {
      class: `card ${face.deck} kind-${face.kind} ${classes}`, type: "button", "data-place": place,
      title: face.text, onclick: (event) => onOpen?.(face, place, event),
    },
    el("span", { class: "card-top" }, el("span", { class: "card-kind" }, kindWords(face.kind)), el("span", { class: "card-corner" }, corner(face))),
    el("span", { class: "card-name" }, face.name),
    el("span", { class: "card-foot" }, notes.length ? el("b", { class: "card-notes" }, notes.join(" · ")) : footWords(face)),
  );
}

// Cards of which only the back is known, in one.
export function cardBack(back, n) {
  return el(
    "span", { class: `card back ${back}`, role: "img", "aria-label": `${count(n, back)} face down` },
    el("span", { class: "card-name" }, n > 1 ? `${n} × ${back}` : back),
  );
}

// What a card is, in a dialog that Escape closes.
export function explainCard(face) {
  const dialog = el(
    "dialog", { class: "explains", "aria-label": face.name, onclose: (event) => event.target.remove() },
    el("p", { class: "soft" }, [kindWords(face.kind), face.level !== null ? `Level ${face.level}` : null, corner(face).startsWith("Lv") ? null : corner(face) || null,
      footWords(face) || null].filter(Boolean).join(" · ")),
    el("h2", {}, face.name), el("p", {}, face.text || "No text."),
    el("form", { method: "dialog" }, el("button", { autofocus: true }, "Close")),
  );
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}

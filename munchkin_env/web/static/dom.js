// Elements. Text is always set as text, never as HTML: names of players and cards come from strangers.

export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function list(kind, items) {
  return items.length ? el("ul", { class: kind }, items.map((item) => el("li", {}, item))) : null;
}

export function signed(amount) {
  return amount < 0 ? digits(amount) : `+${amount}`;
}

// With a minus sign instead of a hyphen.
export function digits(amount) {
  return amount < 0 ? `−${-amount}` : String(amount);
}

export function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

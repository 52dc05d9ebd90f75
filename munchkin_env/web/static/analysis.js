// What a search says about the game: chances to win, what decisions lost, and what luck gave.

import { el } from "./dom.js";

const MARKED = [[10, "??", "a blunder"], [5, "?", "a mistake"], [2, "?!", "doubtful"]];

// The mark of a decision that lost so many points (hundredths of a win), or null.
export function markOf(points) {
  return MARKED.find(([least]) => points >= least) ?? null;
}

export function lossMark(analysis, step) {
  const found = analysis?.steps[step];
  const mark = found ? markOf(found.lost) : null;
  return mark ? el("span", { class: `loss loss-${MARKED.indexOf(mark)}`, title: `${mark[2]}: ${found.lost.toFixed(1)} points less than after “${found.best}”` }, ` ${mark[1]} −${found.lost.toFixed(1)}`) : null;
}

// Positions after decisions that deserve a mark.
export function mistakes(analysis) {
  if (!analysis) return [];
  return Object.entries(analysis.steps).filter(([, found]) => markOf(found.lost)).map(([step]) => Number(step) + 1).sort((a, b) => a - b);
}

export function analysisPanel() {
  return null;
}

// A recorded game as positions, turns and moments to jump to.

import { patched } from "./patches.js";

export const MOMENTS = [
  { kind: "fight", key: "f", label: "Fight", mark: "⚔", begins: (step, before, after) => after.fight !== null && before.fight === null },
  { kind: "death", key: "d", label: "Death", mark: "✝", begins: (step) => step.events.some((event) => event.what === "DIES") },
  { kind: "deal", key: "t", label: "Deal", mark: "⇄", begins: (step) => step.events.some((event) => ["HELPS", "FORCED", "TRADES", "BREAKS_DEAL"].includes(event.what)) },
  { kind: "victory", key: "v", label: "Victory", mark: "♛", begins: (step) => step.events.some((event) => ["WINS_FIGHT", "WINS"].includes(event.what)) },
];

// views[i] is the position after i steps; quiet[i]: the last of them was a mere pass.
export function readRecording(recording) {
  const views = [recording.start];
  for (const step of recording.steps) views.push(patched(views.at(-1), step.patch));
  const turns = [0];
  const moments = Object.fromEntries(MOMENTS.map((moment) => [moment.kind, []]));
  recording.steps.forEach((step, i) => {
    if (step.events.some((event) => event.what === "TURN")) turns.push(i + 1);
    for (const moment of MOMENTS) if (moment.begins(step, views[i], views[i + 1])) moments[moment.kind].push(i + 1);
  });
  const quiet = [false, ...recording.steps.map((step) => step.events.length === 0 && (step.said === null || step.said === "pass"))];
  return { views, turns, moments, quiet, last: views.length - 1 };
}

// The next (or last) of these positions after (or before) this one, or null.
export function neighbor(positions, at, back) {
  const found = back ? positions.filter((position) => position < at).at(-1) : positions.find((position) => position > at);
  return found ?? null;
}

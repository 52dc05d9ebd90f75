// The next view from the last one and what has changed (web/patches.py describes a patch). What has not changed is shared.

export function patched(old, patch) {
  if (patch === null || patch === undefined) return old;
  if (Array.isArray(patch)) return patch[0];
  if (!Array.isArray(old)) {
    const made = { ...old };
    for (const [key, part] of Object.entries(patch)) made[key] = patched(old[key], part);
    return made;
  }
  const made = old.slice(0, patch["#"] ?? old.length);
  for (const [key, part] of Object.entries(patch)) if (key !== "#") made[Number(key)] = patched(old[key], part);
  return made;
}

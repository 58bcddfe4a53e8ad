// How far a reader has come, in this browser alone. Where it may keep nothing, nothing is remembered, and nothing
// fails.

const KEY = "rnnviz.course";

/** {chapters: {name: share}, last: {name, query}}; a broken entry counts as none. */
export function progress() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    const chapters = kept?.chapters && typeof kept.chapters === "object" ? kept.chapters : {};
    return { chapters, last: kept?.last ?? null };
  } catch {
    return { chapters: {}, last: null };
  }
}

/** Remember where the reader is. share: of the chapter, from 0 to 1; the furthest one stays. */
export function remain(name, share, query) {
  const { chapters } = progress();
  const before = Number(chapters[name]) || 0;
  try {
    const furthest = { ...chapters, [name]: Math.max(before, Math.min(1, share)) };
    localStorage.setItem(KEY, JSON.stringify({ chapters: furthest, last: { name, query } }));
  } catch {
    // Nothing is remembered there.
  }
}

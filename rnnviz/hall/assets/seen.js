// What a lecturer stopped at: the views of a lecture in their order, kept by the browser, each once.

import { isSameTraining } from "./planruns.js";
import { withoutLanguage } from "./plans.js";

const SEEN = "rnnviz seen";
const MOST_SEEN = 100;
const LONGEST = 4000;
// Milliseconds between two looks, and at one view that count as a stop.
const LOOK_AT_VIEW = 1000;
const STOP_AFTER = 4000;
// A lecture is over when nothing was shown for so long.
const LECTURE_ENDS = 6 * 3_600_000;

/** What was seen, {lecture, at, views}; what cannot be read is nothing. at: the last stop's time. */
export function seenViews() {
  try {
    const told = JSON.parse(localStorage.getItem(SEEN));
    const isThere = typeof told?.lecture === "string" && Number.isFinite(told.at) && Array.isArray(told.views);
    if (isThere && told.views.every((one) => typeof one === "string")) return told;
  } catch {
    // It begins anew.
  }
  return { lecture: "", at: 0, views: [] };
}

/**
 * With one more stop, in its first place where it was seen before; another lecture begins anew. A training takes the
 * place of the page on which it was begun, and of itself.
 */
export function withStop(seen, lecture, view, now) {
  const isSame = seen.lecture === lecture && now - seen.at < LECTURE_ENDS;
  const views = isSame ? seen.views : [];
  const own = withoutLanguage(view);
  if (own.length > LONGEST || views.includes(own)) return { lecture, at: now, views };
  const rest = views.length > 0 && isSameTraining(views.at(-1), own) ? views.slice(0, -1) : views;
  return { lecture, at: now, views: [...rest, own].slice(-MOST_SEEN) };
}

/**
 * Keep what is seen while there is a lecture. look(): {view, lecture} as it is now; lecture is "" while there is none.
 * Returns a function that ends it.
 */
export function keepSeen(look) {
  let now = "";
  let since = 0;
  let isKept = false;
  const timer = setInterval(() => {
    const { view, lecture } = look();
    if (view !== now || document.hidden) {
      now = view;
      since = Date.now();
      isKept = false;
    }
    if (!lecture || isKept || Date.now() - since < STOP_AFTER) return;
    isKept = true;
    try {
      localStorage.setItem(SEEN, JSON.stringify(withStop(seenViews(), lecture, view, Date.now())));
    } catch {
      // A browser without room keeps what it has.
    }
  }, LOOK_AT_VIEW);
  return () => clearInterval(timer);
}

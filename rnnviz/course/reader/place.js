// Where the reader is in a text: the section and how far into it, kept over a reload and a change of language. Who is
// sent to a section that is folded finds it open.

import { dockHeight } from "../../web/dock.js";
import { PAGE_SCROLLER, pageTop, turnPage } from "../../web/onward.js";
import { recall, remember } from "../../web/tab.js";

// How long a page may take to become long enough.
const PATIENCE = 4000;

/**
 * Follow the scrolling of a text. sections(): its elements, with ids in data-section. moved(section, share) is called
 * after each scroll. Returns {now, kept, restore, goTo, goToTop, turn, goToEnd, stop}.
 */
export function placeKeeper(name, sections, moved) {
  const scroller = document.querySelector(PAGE_SCROLLER) ?? document.scrollingElement;
  const key = `rnnviz.place.${name}`;
  let watch = null;
  // The section where the reader was put, until the reader scrolls: another one may begin as high beside it.
  let put = "";

  // A section whose figure begins beside the one before it begins, for a reader, at its own title.
  const beginningOf = (element) => element.querySelector("h1, h2") ?? element;
  // A document that scrolls moves its own edge.
  const edge = () => (scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top);
  const topOf = (element) => beginningOf(element).getBoundingClientRect().top - edge();
  function now() {
    const all = sections();
    const here =
      all.find((one) => one.dataset.section === put) ??
      all.filter((one) => topOf(one) <= pageTop() + 8).at(-1) ??
      all[0];
    return here && { section: here.dataset.section, offset: topOf(here), top: scroller.scrollTop };
  }
  /** Whether a section's title is in sight, below the bar. */
  function isBelow(element) {
    const top = topOf(element);
    return top > 0 && top < scroller.clientHeight - dockHeight();
  }
  function share() {
    const most = scroller.scrollHeight - scroller.clientHeight;
    return most < 40 ? 1 : (scroller.scrollTop + 40) / most;
  }
  function onScroll() {
    const place = now();
    if (!place) return;
    remember(key, JSON.stringify(place));
    moved(place.top < 8 ? "" : place.section, share());
  }
  /** Put a place kept before where it was; again while the page grows, until the reader scrolls. */
  function restore(place) {
    release();
    put = place.section;
    const scroll = () => {
      const element = sections().find((one) => one.dataset.section === place.section);
      if (element) scroller.scrollTop += topOf(element) - place.offset;
    };
    const until = performance.now() + PATIENCE;
    watch = new ResizeObserver(() => (performance.now() < until ? scroll() : settle()));
    for (const one of sections()) watch.observe(one);
    scroll();
  }
  function settle() {
    watch?.disconnect();
    watch = null;
  }
  function release() {
    settle();
    put = "";
  }
  function goTo(section) {
    const fold = foldOf(sections().find((one) => one.dataset.section === section));
    if (fold) fold.open = true;
    restore({ section, offset: pageTop() });
  }
  /** The page before may have been scrolled. */
  function goToTop() {
    release();
    scroller.scrollTop = 0;
  }
  /**
   * A screen on or back, within a section where one is named; returns whether there was anything. A folded section that
   * is in sight is opened first: a clicker has no other key.
   */
  function turn(by, name) {
    release();
    const next = by > 0 && !name && sections().find((one) => foldOf(one)?.open === false && isBelow(one));
    if (next) {
      goTo(next.dataset.section);
      return true;
    }
    return turnPage(by, sections().find((one) => one.dataset.section === name) ?? null);
  }
  /** To the last screen of a section, or of the whole. */
  function goToEnd(name) {
    while (turn(1, name));
  }
  function kept() {
    try {
      return JSON.parse(recall(key));
    } catch {
      return null;
    }
  }
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    scroller.addEventListener(kind, release, { passive: true });
  }
  scroller.addEventListener("scroll", onScroll, { passive: true });
  return {
    now,
    kept,
    restore,
    goTo,
    goToTop,
    turn,
    goToEnd,
    stop() {
      release();
      scroller.removeEventListener("scroll", onScroll);
      for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) scroller.removeEventListener(kind, release);
    },
  };
}

/** What folds a section's text away, where anything does. */
const foldOf = (section) => section?.querySelector(":scope > details.fold") ?? null;

/** Whether the document was loaded again, or come back to: its places then hold. */
export function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(entry.type);
}

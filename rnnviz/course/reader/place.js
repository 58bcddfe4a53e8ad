// Where the reader is in a text: the section and how far into it, kept over a reload and a change of language. Who is
// sent to a section that is folded finds it open.

/** @import {ClickerAct} from "../../web/window.d.ts" */

import { dockHeight } from "../../web/dock.js";
import { pageScroller, pageTop, pageTurner, sightOf } from "../../web/onward.js";
import { recall, remember } from "../../web/tab.js";

// How long a page may take to become long enough.
const PATIENCE = 4000;

/**
 * Follow the scrolling of a text. sections(): its elements, with ids in data-section. moved(section, share) is called
 * after each scroll. Returns {now, kept, restore, goTo, goToTop, actAfter,
 * goToEnd, stop}.
 */
export function placeKeeper(name, sections, moved) {
  const scroller = pageScroller();
  const pages = pageTurner(() => scroller);
  const key = `rnnviz.place.${name}`;
  let watch = null;
  // The section where the reader was put, until the reader scrolls: another one may begin as high beside it.
  let put = "";
  // What a clicker has uncovered since the reader was put here: a task may take its time, and be pressed for once.
  let uncovered = new WeakSet();

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
    forget();
    const fold = foldOf(sections().find((one) => one.dataset.section === section));
    if (fold) fold.open = true;
    restore({ section, offset: pageTop() });
  }
  function forget() {
    pages.forget();
    uncovered = new WeakSet();
  }
  /** The page before may have been scrolled. */
  function goToTop() {
    release();
    forget();
    scroller.scrollTop = 0;
  }
  /**
   * A screen on or back, within a section where one is named; null where there is none. A folded section that is in
   * sight is opened first: a clicker has no other key. uncovers: so is what is covered in sight.
   *
   * @param {number} by
   * @param {string | null} name
   * @param {boolean} [uncovers]
   * @returns {ClickerAct | null}
   */
  function actAfter(by, name, uncovers = false) {
    const part = sections().find((one) => one.dataset.section === name) ?? null;
    const covered = by > 0 && uncovers && (part ? [part] : sections()).flatMap(coveredIn).find(isWaiting);
    if (covered) return { does: covered.matches("[data-task]") ? "do" : "show", run: () => uncover(covered) };
    const folded = by > 0 && !name && sections().find((one) => foldOf(one)?.open === false && isBelow(one));
    if (folded) return { does: "open", run: () => open(folded) };
    const screen = pages.act(by, part);
    if (screen === null) return null;
    return {
      ...screen,
      run() {
        release();
        screen.run();
      },
    };
  }
  function open(section) {
    release();
    foldOf(section).open = true;
    pages.scroll(topOf(section) - pageTop());
  }
  /** Whether something is still covered, and what uncovers it in sight. */
  function isWaiting(element) {
    if (uncovered.has(element)) return false;
    const box = buttonOf(element).getBoundingClientRect();
    const { top, bottom } = sightOf(scroller);
    return box.height > 0 && box.top >= top && box.bottom <= bottom;
  }
  /** Uncover something; what is then there is in sight, too. */
  function uncover(element) {
    release();
    uncovered.add(element);
    buttonOf(element).click();
    const { top, bottom } = element.getBoundingClientRect();
    const sight = sightOf(scroller);
    const below = Math.min(bottom - sight.bottom, top - sight.top);
    if (below > 0) pages.scroll(below);
  }
  /** To the last screen of a section, or of the whole. */
  function goToEnd(name) {
    for (let act = actAfter(1, name); act; act = actAfter(1, name)) act.run();
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
    actAfter,
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

/** The questions, tasks and figures of a section whose answer is covered, and the button that uncovers one. */
const coveredIn = (section) => [...section.querySelectorAll("[data-covered]")];
const buttonOf = (element) => (element.matches("[data-uncovers]") ? element : element.querySelector("[data-uncovers]"));

/** Whether the document was loaded again, or come back to: its places then hold. */
export function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(entry.type);
}

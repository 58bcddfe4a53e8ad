// The small pictures of a plan's views: each is drawn once, when its card is first seen, and one after another, in a
// frame that is there while the card is open and something is left to draw.

/** @import {Thumbnail} from "../plans.d.ts" */

import { h } from "../../web/dom.js";
import { isDark } from "../../web/colours.js";

// Milliseconds: the longest view asks for what its units have learnt. One that takes longer is given up, and no other
// waits for it.
const LONGEST = 30_000;
// Milliseconds since the last key or press in the card before the next picture is begun: it takes longer than a frame.
const QUIET = 300;
const ACTS = ["keydown", "pointerdown", "pointermove", "wheel"];
// In pixels: a stage's panels stand beside each other.
const FRAME = "position:fixed;inset:0 auto auto 0;width:1280px;height:900px;border:0;opacity:0;pointer-events:none";

/**
 * @typedef {{url: string, isLasting: boolean}} Drawn
 *
 * card: whose colours the pictures have. title: of the frame. Returns {watch(list), rest(), end()}.
 *
 * @param {HTMLElement} card
 * @param {string} title
 */
export function planThumbs(card, title) {
  /** By theme and view; without a picture, url is "". @type {Map<string, Drawn>} */
  const drawn = new Map();
  // The papers of the cards that are seen, by their order in the list.
  /** @type {Set<HTMLElement>} */
  const seen = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const paper = /** @type {HTMLElement} */ (target);
      if (isIntersecting) seen.add(paper);
      else seen.delete(paper);
      put(paper);
    }
    drawNext();
  });
  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  let isDrawing = false;
  // How often the card was closed: what comes of an earlier frame is no one's.
  let closings = 0;
  let touched = -Infinity;
  for (const kind of ACTS) card.addEventListener(kind, touch, { capture: true, passive: true });
  function touch(event) {
    // A pointer that passes asks for nothing.
    if (event.type !== "pointermove" || event.buttons > 0) touched = performance.now();
  }
  async function quiet() {
    while (performance.now() - touched < QUIET) await new Promise((resolve) => setTimeout(resolve, QUIET));
  }
  const theme = () => (isDark(getComputedStyle(card).backgroundColor) ? "dark" : "light");
  const keyOf = (paper) => `${theme()} ${paper.dataset.view}`;

  /** Puts the picture on its paper, or says that there is none. */
  function put(paper) {
    const found = drawn.get(keyOf(paper));
    if (!found) return;
    paper.toggleAttribute("data-none", found.url === "");
    if (!found.url || paper.querySelector("img")) return;
    const image = h("img", { src: found.url, alt: "", decoding: "sync", draggable: "false" });
    paper.append(image);
  }
  const wanted = () => [...seen].find((one) => one.isConnected && !drawn.has(keyOf(one)));
  async function drawNext() {
    if (isDrawing || !wanted()) return;
    isDrawing = true;
    const before = closings;
    await quiet();
    if (closings !== before) return;
    const paper = wanted();
    isDrawing = paper !== undefined;
    if (!paper) return;
    const key = keyOf(paper);
    const { image, isLasting } = await thumbnailOf(paper.dataset.view);
    if (closings !== before) return;
    isDrawing = false;
    drawn.set(key, { url: image ? URL.createObjectURL(image) : "", isLasting });
    for (const one of seen) put(one);
    drawNext();
  }
  /** @returns {Promise<Thumbnail>} */
  async function thumbnailOf(view) {
    const none = { image: null, isLasting: false };
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST, none));
    const made = ready().then((draw) => draw?.(view) ?? none);
    return Promise.race([made.catch(() => none), late]);
  }
  /** What draws a view, once its frame is there. */
  async function ready() {
    const draws = () => frame?.contentWindow?.rnnvizThumbnail;
    if (frame !== null) return draws();
    const { lang } = document.documentElement;
    const src = `/thumbnails?${new URLSearchParams({ lang: lang || "en", theme: theme() })}`;
    frame = h("iframe", { src, title, style: FRAME, inert: true, "aria-hidden": "true", tabindex: "-1" });
    const isThere = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    await isThere;
    return draws();
  }
  /** What is drawn anew when the card is opened again: a training went on, and what was missing may be there. */
  function forget() {
    for (const [key, { url, isLasting }] of drawn) {
      if (isLasting) continue;
      URL.revokeObjectURL(url);
      drawn.delete(key);
    }
  }
  function rest() {
    closings += 1;
    observer.disconnect();
    seen.clear();
    frame?.remove();
    frame = null;
    isDrawing = false;
    forget();
  }
  return {
    /** The papers in a list that has just been drawn: those that are known have their pictures at once. */
    watch(list) {
      observer.disconnect();
      seen.clear();
      for (const paper of list?.querySelectorAll(".paper") ?? []) {
        put(paper);
        observer.observe(paper);
      }
    },
    rest,
    end() {
      rest();
      for (const { url } of drawn.values()) URL.revokeObjectURL(url);
      drawn.clear();
    },
  };
}

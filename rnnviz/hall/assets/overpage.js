// What a lecturer lays over a follower's page: a black screen, ink, and the light on a part.

/** @import {InkLine, InkNews} from "../messages.d.ts" */

import { h } from "../../web/dom.js";

/** Returns {element, lay(ink), shine(part), hide(isAway)}: a reader who has gone elsewhere sees nothing of it. */
export function overPage(host, strings) {
  const black = h("div", { class: "black", role: "status", hidden: true }, strings.isBlack);
  let isAway = false;
  let isBlack = false;
  let lit = "";
  /** @type {InkLine[]} */
  let lines = [];
  // What draws, fetched when it is wanted first: {spot, ink}.
  let drawing = null;

  async function fetchDrawing() {
    const light = await import(new URL("light.js", import.meta.url).href).catch(() => null);
    // Without a connection the page says so already.
    if (light === null || drawing !== null) return;
    drawing = { spot: light.spotlight(() => {}, true), ink: light.followedInk() };
    host.append(h("style", {}, light.css), drawing.spot.element, drawing.ink.element);
  }
  function draw() {
    black.hidden = !isBlack || isAway;
    drawing?.ink.show(isAway ? [] : lines);
    if (lit && !isAway) drawing?.spot.shine(lit);
    else drawing?.spot.off();
  }
  return {
    element: black,
    /** @param {InkNews} ink */
    async lay(ink) {
      isBlack = ink.isDark;
      lines = [...lines.slice(0, ink.first), ...ink.lines];
      if (lines.length > 0) await fetchDrawing();
      draw();
    },
    async shine(part) {
      lit = part;
      if (lit) await fetchDrawing();
      draw();
    },
    hide(to) {
      isAway = to;
      draw();
    },
  };
}

// The boards that a lecturer reads while the page is shown: a question, the plan's line, a clock. They stand together
// at the bottom of the window, and the page ends above them.

import { h } from "../../web/dom.js";
import { endAbove } from "../../web/dock.js";
import { boardOf, raise } from "./board.js";
import { giveKeysBack } from "./keysback.js";

// Above a spotlight, below a pen.
const LEVEL = 2;
const DOCK = `
:host(.is-dock) { inset: auto 0 0; width: 100vw; max-width: none; overflow: visible; }
.dock {
  box-sizing: border-box; max-height: 60vh; padding: 0.3rem 1rem; overflow: auto;
  background: var(--board-background-color); color: var(--board-color);
  border-top: 1px solid color-mix(in srgb, var(--board-color) 35%, transparent);
}
.line { display: flex; align-items: center; justify-content: flex-end; gap: 0.3rem 1.25rem; }
.line [data-place="plan"]:not([hidden]) { flex: 1; }
[data-place="poll"]:not([hidden]) + .line:has(> :not([hidden])) { margin-top: 0.3rem; }
@media (max-width: 600px) { .line { flex-wrap: wrap; } }
`;

/** The one dock of this tab: {place(name, element, css), show(name, isThere), remove(name)}; it has three places. */
export function hallDock() {
  window.rnnvizDock ??= dock();
  return window.rnnvizDock;
}

function dock() {
  const place = (name) => h("div", { "data-place": name, hidden: true });
  const places = { poll: place("poll"), plan: place("plan"), clock: place("clock") };
  const element = h(
    "section",
    { class: "dock", hidden: true },
    places.poll,
    h("div", { class: "line" }, places.plan, places.clock),
  );
  const board = boardOf(element, DOCK, LEVEL, "is-dock");

  function lift(isCovered) {
    const isThere = Object.values(places).some((one) => !one.hidden);
    // Not even its edge takes room from a page where nothing stands on it.
    element.hidden = !isThere;
    raise(board, isThere, isCovered);
    endAbove(element);
  }
  new ResizeObserver(() => endAbove(element)).observe(element);
  // After a click the page has its keys; after Enter the button keeps them, and Tab goes on from there.
  element.addEventListener("click", (event) => {
    const isTyped = event.target instanceof Element && event.target.matches("input");
    if (event.detail > 0 && !isTyped) giveKeysBack();
  });
  document.addEventListener("fullscreenchange", () => lift(true));

  return {
    place(name, own, css) {
      places[name].replaceChildren(h("style", {}, css), own);
    },
    show(name, isThere) {
      places[name].hidden = !isThere;
      lift(false);
    },
    remove(name) {
      places[name].replaceChildren();
      places[name].hidden = true;
      lift(false);
    },
  };
}

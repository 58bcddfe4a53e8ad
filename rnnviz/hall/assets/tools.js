// What a lecturer lays over a page: a spotlight, a pen, a clock, the dark, and the list of their keys. One for a tab.

/** @import {Strings} from "../../stage/scene.d.ts" */
/** @import {Desk, Tools} from "../desk.d.ts" */

import { h } from "../../web/dom.js";
import { withHallKeys } from "../../web/hallkeys.js";
import { boardOf, raise } from "./board.js";
import { closeQuestion } from "./close.js";
import { clock } from "./clock.js";
import { hallDock } from "./dock.js";
import { linesFrom, partNear } from "./ink.js";
import { boxOf, partAt, partsOfPage, spotlight } from "./light.js";
import { pen } from "./pen.js";

// Which lies above which; the dock is at 2.
const LEVELS = { light: 1, pen: 3, dark: 5, keys: 6, close: 7 };

/**
 * The tools, closed: {press(name), leave()}. desk: told what the class sees of them, and that the room is closed.
 *
 * @param {Strings} strings
 * @param {string} css
 * @param {Desk} desk
 * @returns {Tools}
 */
export function tools(strings, css, desk) {
  const light = spotlight((name) => desk.shine(name));
  const hand = pen(draws);
  // The part of the page over which a line has begun.
  let under = null;
  const dark = h("div", { class: "dark", role: "img", "aria-label": strings.dark });
  const list = h("section", { class: "keys", "aria-label": strings.lectureKeys }, h("dl", {}));
  let before = null;
  const watch = clock(strings, () => before?.focus?.({ preventScroll: true }));
  const sure = closeQuestion(strings, (isSure) => {
    act.close();
    if (isSure) desk.close();
  });
  const boards = {};
  const on = { light: false, pen: false, clock: false, dark: false, keys: false, close: false };
  const elements = { light: light.element, pen: hand.element, dark, keys: list, close: sure.element };
  for (const [name, element] of Object.entries(elements)) {
    boards[name] = boardOf(element, css, LEVELS[name], `rnnviz-${name}`);
  }
  const dock = hallDock();
  dock.place("clock", watch.element, css);
  let pointer = { x: innerWidth / 2, y: innerHeight / 2 };
  let name = "";

  function set(which, to) {
    on[which] = to;
    if (which === "clock") dock.show("clock", to);
    else raise(boards[which], to);
  }

  /** The class sees a line over the part of its page over which it begins here. */
  function draws(points, isNew) {
    if (isNew) under = partNear(points[0].x, points[0].y);
    if (under) desk.draws({ part: under.name, points: linesFrom(points, boxOf(under.element)) });
  }

  // The spotlight

  function shine(to) {
    name = to;
    if (name) light.shine(name);
    else light.at(pointer.x, pointer.y);
  }
  function toggleLight() {
    set("light", !on.light);
    if (!on.light) light.off();
    else shine(name || partsOfPage()[0]?.name || "");
  }
  function next(by) {
    const names = partsOfPage().map((part) => part.name);
    const at = names.indexOf(name);
    if (names.length > 0) shine(names[at < 0 ? 0 : (at + by + names.length) % names.length]);
  }
  function onPointer(event) {
    // A page that is drawn anew under a pointer at rest moves no light.
    if (event.clientX === pointer.x && event.clientY === pointer.y) return;
    pointer = { x: event.clientX, y: event.clientY };
    if (!on.light || hand.isHeld()) return;
    const to = partAt(event);
    if (to) shine(to);
    else if (!name || partsOfPage().length === 0) shine("");
  }

  const act = {
    light: toggleLight,
    pen() {
      hand.hold(!hand.isHeld());
      set("pen", hand.isHeld() || hand.hasDrawn());
    },
    wipe() {
      hand.wipe();
      desk.wipes();
      set("pen", hand.isHeld());
    },
    dark() {
      set("dark", !on.dark);
      desk.darken(on.dark);
    },
    clock() {
      if (watch.isShown()) {
        watch.hide();
        set("clock", false);
      } else {
        before = focused();
        set("clock", true);
        watch.show(true);
      }
    },
    /** The clock that the tab had before it was loaded again. */
    resume() {
      set("clock", true);
      watch.show(false);
    },
    /** The question whether to close the room, where there is one to be closed. */
    close() {
      if (!on.close && !desk.mayClose()) return;
      if (!on.close) before = focused();
      set("close", !on.close);
      if (on.close) sure.ask(desk);
      else before?.focus?.({ preventScroll: true });
    },
    keys() {
      withHallKeys(list);
      set("keys", !on.keys);
    },
  };

  /** Escape takes away what lies on top, Tab moves the light; what is none of theirs goes to the page. */
  function onKey(event) {
    if (watch.isAsking() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog:modal")) return;
    if (event.key === "Tab" && on.light && !on.keys) next(event.shiftKey ? -1 : 1);
    else if (event.key !== "Escape" || !leave()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function leave() {
    if (on.close) act.close();
    else if (on.keys) act.keys();
    else if (on.dark) act.dark();
    else if (on.pen) {
      hand.hold(false);
      act.wipe();
    } else if (on.light) toggleLight();
    else return false;
    return true;
  }
  function onFullscreen() {
    for (const which of Object.keys(boards)) if (on[which]) raise(boards[which], true, true);
  }
  addEventListener("keydown", onKey, true);
  addEventListener("pointermove", onPointer, true);
  document.addEventListener("fullscreenchange", onFullscreen);
  return {
    press: (which) => act[which](),
    /** What was drawn was drawn over the view that is left now. */
    leave() {
      if (on.pen) act.wipe();
    },
  };
}

/**
 * What has the focus, in shadow trees too.
 *
 * @param {Document | ShadowRoot} [root]
 */
function focused(root = document) {
  const { activeElement } = root;
  return activeElement?.shadowRoot?.activeElement ? focused(activeElement.shadowRoot) : activeElement;
}

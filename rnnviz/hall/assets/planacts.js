// What the buttons and fields in the card of a lecturer's plan do.

/** @import {Planner} from "../planner.d.ts" */
/** @import {Acts} from "./plancard.js" */

import { h } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { copied } from "../../web/copied.js";
import { add, change, drawCard, focusOn, listIn, remove, shownNow, take, tell, typed } from "./planchanges.js";
import { handoutAddress, planInFile, savePlan, slidesAddress } from "./planfiles.js";
import { hashOfPlan } from "./planinlink.js";
import { viewBegun, withStart } from "./planruns.js";
import { openFields } from "./planstops.js";
import { noteTraining, walk } from "./planwalk.js";
import { planOf, withMoved, withPlan } from "./plans.js";

/** @param {Planner} planner @returns {Acts} */
export function actsOf(planner) {
  const { card, data } = planner;
  const { strings, limits } = data;
  const refuse = (sentence) => change(planner, (now) => now, sentence);
  return {
    ...walkActs(planner),
    ...fileActs(planner),
    change: (step) => change(planner, step),
    choose(step) {
      planner.picked = 0;
      change(planner, step);
    },
    remove: (step) => remove(planner, step),
    typed: (step) => typed(planner, step),
    undo() {
      const { before } = planner;
      planner.picked = before.picked;
      change(planner, () => before.state);
    },
    uncover() {
      planner.isUncovered = true;
      drawCard(planner);
    },
    refuse,
    pick(k) {
      planner.picked = k;
      openFields(listIn(planner), shownNow(planner), planner.acts);
      focusOn(planner, `stop ${k}`);
      // With its fields, where they lie in it.
      listIn(planner).children[k].scrollIntoView({ block: "nearest" });
    },
    move(k, to, by) {
      planner.picked = to;
      change(planner, (now) => withMoved(now, k, to));
      const button = /** @type {HTMLButtonElement | null} */ (by ? card.querySelector(`.fields .${by}`) : null);
      // At an end the button is off.
      if (button && !button.disabled) button.focus();
      else focusOn(planner, `stop ${to}`);
    },
    add() {
      if (add(planner)) return;
      planner.picked = planOf(planner.state).views.length - 1;
      drawCard(planner);
      focusOn(planner, `ask ${planner.picked}`);
    },
    async read(file) {
      const found = await planInFile(file, limits);
      if (found.refused) refuse(fill(strings[found.refused], { place: found.place, most: limits.minutes }));
      else change(planner, (now) => withPlan(now, found));
    },
  };
}

/** What begins a walk. @param {Planner} planner */
function walkActs(planner) {
  function begin(k) {
    noteTraining(planner);
    planner.state = { ...planner.state, at: k, isWalked: false };
    walk(planner, 0);
  }
  function start() {
    noteTraining(planner);
    planner.state = withStart(planner.state);
    begin(0);
  }
  return { begin, start };
}

/** What gives a plan out of the card: as a file, a link, slides or a handout. @param {Planner} planner */
function fileActs(planner) {
  const { card, data } = planner;
  const { strings, limits } = data;
  const plan = () => planOf(planner.state);

  async function copyLink() {
    const { hash, length } = await hashOfPlan(plan(), limits.link);
    if (!hash) {
      tell(planner, fill(strings.linkLong, { length, most: limits.link }));
      return;
    }
    const link = new URL(`/lecture-plan#${hash}`, location.href).href;
    const isCopied = await copied(link);
    tell(planner, isCopied ? strings.linkCopied : strings.linkHere);
    if (!isCopied) card.querySelector(".refused")?.append(linkField(link));
  }
  function saveOwn() {
    noteTraining(planner);
    const { title, views } = plan();
    take(planner, { title, views: views.map((one) => ({ ...one, view: viewBegun(planner.state, one.view) })) });
  }
  function openBeside(address) {
    noteTraining(planner);
    open(address, "_blank", "noopener");
  }
  return {
    save: savePlan,
    // What was typed since the card was drawn is part of it.
    saveThis: () => savePlan(plan()),
    copyLink,
    saveOwn,
    saveViews: (told) => take(planner, told),
    slides: () => openBeside(slidesAddress()),
    handout: () => openBeside(handoutAddress()),
  };
}

/** A link to be copied by hand. */
function linkField(link) {
  const field = h("input", { type: "text", class: "planlink", readonly: true });
  field.value = link;
  field.addEventListener("focus", () => field.select());
  return field;
}

// What of the stage a picture can show: all of it, a panel, one of its maps; and the words and equation below it.

import { h } from "../../../web/dom.js";
import { spokenMath } from "../../../web/speech/element.js";
import { fill } from "../../../web/numbers.js";
import { breakable } from "./breaks.js";
import { toAddress, visible } from "../place/cursor.js";
import { innerLetters, letters, workedOut } from "./formula.js";
import { countOfReadings } from "./readings.js";
import { spokenEquation } from "./spoken.js";

// On a slide nobody can click: buttons, handles and what they do are left out.
const LEFT_OUT = [
  "progress, style, .keys, .scrubber, .offer, .lane-tools, .quiet-key, .tip, .announcement, .unseen, .instruction",
  ".output > h2 > .hint, .tab[aria-pressed='false'], .reach-walk, .hold > *",
  ".face-keys, .river-over, .points, .units-panel .which-unit",
  ".hand-key, .hand-row .key, .hand-editor, .hand-trials, .hand-question, .wire-hit, .question .reveal",
].join(", ");
// Each with the element whose words it is called by, or the name of these words.
const PANELS_SHOWN = {
  ribbon: { selector: ".ribbon", words: "ribbon" },
  cell: { selector: ".cell.panel", words: "cellTab" },
  equations: { selector: ".equations.panel", words: "equations" },
  view: { selector: ".stage-views:not(:has(.cell.panel, .equations.panel))", heading: ".tab[aria-pressed='true']" },
  prediction: { selector: ".answer", heading: "h2 > span" },
};
const MOST_OF_TEXT = 24;

/** The view that pictures are taken of, as the module of the pictures wants it. */
export function motifs({ view, at, page }) {
  const { root } = view;
  const find = (selector) => [...root.querySelectorAll(selector)].find((one) => one.getClientRects().length > 0);

  function parts() {
    const { strings } = view.context();
    // The river is one drawing.
    if (at.place.face) return [{ name: "whole", title: strings.river }];
    const panels = Object.entries(PANELS_SHOWN).flatMap(([name, { selector, heading, words }]) => {
      const panel = find(selector);
      return panel ? [{ name, title: words ? strings[words] : panel.querySelector(heading).textContent }] : [];
    });
    const maps = [...root.querySelectorAll(".map")].map((map, k) => ({
      name: `map${k + 1}`,
      title: map.querySelector(".map-title").textContent,
    }));
    return [{ name: "whole", title: strings.pictureWhole }, ...panels, ...maps];
  }

  function elementsOf(part) {
    if (part === "whole") return [...root.querySelectorAll(":is(.bar, .body)")];
    if (part.startsWith("map")) return [root.querySelectorAll(".map")[Number(part.slice(3)) - 1]];
    return [find(PANELS_SHOWN[part].selector)];
  }

  /** On paper the network and the place stand above the picture, and the equation below it in letters of its own. */
  function subject(part, isOnPaper = false) {
    const elements = elementsOf(part);
    const isWhole = part === "whole";
    if (at.place.face) return river(elements);
    const [what, where] = [".bar .what", ".stage-foot .place"].map((one) => wordsOf(root.querySelector(one)));
    const isShort = isWhole && (isOnPaper || find(".in-letters math"));
    return {
      elements: isWhole && isOnPaper ? [root.querySelector(".body")] : elements,
      equations: isShort ? [] : equations(part, elements[0]),
      formulas: isWhole && isOnPaper ? inLettersAlone(view.context()) : [],
      lines: isOnPaper ? [what, where] : isWhole ? [] : [`${what} · ${where}`],
      title: `rnnviz: ${what} · ${where}`,
      link: page.linkOf?.(toAddress(at.place, at.outline)) ?? "",
    };
  }

  /** Under the river stand the network, the place, and of what its layers are the sizes. */
  function river(elements) {
    const { model, strings } = view.context();
    const { cell, sizes } = model;
    const what = `${cell.title} · ${model.readings ? countOfReadings(model) : model.inputs.join("")}`;
    const where = fill(strings.stepOf, { t: at.place.t + 1, T: sizes.T });
    const { memory } = model.ledger;
    const sum = memory ? fill(strings.riverSum, { units: model.length(memory), memory }) : "";
    return {
      elements,
      equations: [],
      lines: [`${what} · ${where}`, sum].filter(Boolean),
      title: `rnnviz: ${what} · ${where}`,
      link: page.linkOf?.(toAddress(at.place, at.outline)) ?? "",
    };
  }

  /** The equation of the place in letters and, unless a question keeps it back, for the chosen unit in numbers. */
  function equations(part, panel) {
    const context = view.context();
    const phase = context.model.phases[at.place.phase];
    const numbers = part === "equations" && panel.querySelector(".in-numbers") ? null : inNumbers(context, phase);
    const own = part === "equations" ? [] : inLettersAlone(context);
    return [...own, numbers].filter(Boolean);
  }
  function inLettersAlone({ model, notation }) {
    const phase = model.phases[at.place.phase];
    const inner = innerLetters(model, notation, phase);
    const inLetters = [breakable(letters(model, notation, phase)), inner && breakable(inner)];
    // What is inside another cell stands in its words.
    const words = [spokenEquation(model, notation, phase), ""];
    return inLetters.flatMap((one, k) => (one ? h("div", {}, spokenMath(words[k], one)) : []));
  }
  function inNumbers(context, phase) {
    const { place } = at;
    if (place.asked || !visible(place, { phase: place.phase }, place.t)) return null;
    const made = workedOut(context.model, context.notation, phase);
    const { unit, label } = context.focus(place);
    made.update(place.t, unit, label);
    return h("div", {}, made.element);
  }

  /** The name of a picture's file, as the server names others: cell, text and step. */
  function fileName(part) {
    const { model } = view.context();
    const { cell, inputs } = model.forward ?? model;
    const text = inputs.join("").replace(/[^\p{L}\p{N}]+/gu, "-");
    const short = text.slice(0, MOST_OF_TEXT).replace(/^-+|-+$/g, "");
    const named = ["rnnviz", cell.name, short, `t${at.place.t + 1}`, part === "whole" ? "" : part];
    return named.filter(Boolean).join("-");
  }

  return {
    root,
    leftOut: LEFT_OUT,
    recolour: view.recolour,
    parts,
    subject,
    fileName,
    get strings() {
      return view.context().strings;
    },
  };
}

/** The words of a line of the page, with points between its parts; of a choice, what is chosen. */
function wordsOf(line) {
  const parts = [...line.children].map((part) => {
    const choice = part.matches("select") ? part.selectedOptions[0] : part;
    return choice?.textContent.trim() ?? "";
  });
  return parts.filter(Boolean).join(" · ");
}

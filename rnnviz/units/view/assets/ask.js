// What is asked of the units: a ready label, a regular expression, or spans marked by hand. It is shown on the text
// before anything is computed from it.

/** @import {Page, Place} from "../units.d.ts" */

import { h, hide, set, write } from "../../../web/dom.js";
import { fill } from "../../../web/numbers.js";
import { questionOf } from "./question.js";

// Ready labels with a button each; the others are in a list.
const BUTTONS = 3;
const PATTERN = "regex";
export const SPANS = "spans";

/** @param {Page} page */
export function askBar(page) {
  const { strings, source } = page;
  const buttons = h("span", { class: "ask-buttons", role: "group", "aria-label": strings.ask });
  const more = select(strings.askMore, (name) => page.go({ label: name, brushing: false }));
  const pattern = input("ask-pattern", strings.askPattern, strings.askPatternHint);
  pattern.addEventListener("change", () =>
    page.go({ label: pattern.value ? PATTERN : "", pattern: pattern.value, brushing: false }),
  );
  const brush = button(strings.askBrush, strings.askBrushHint, () => page.go({ brushing: !page.place().brushing }));
  const nothing = button(strings.askNothing, "", () =>
    page.go({ label: "", pattern: "", spans: "", brushing: false, lit: null }),
  );
  const regex = h("label", { class: "ask-regex" }, "/", pattern, "/");
  // It stands above the text, where it is seen.
  const said = h("span", { class: "ask-said", role: "status" });
  const element = h(
    "div",
    { class: "ask", "data-testid": "ask" },
    h("span", { class: "ask-words" }, strings.ask),
    buttons,
    more,
    regex,
    brush,
    nothing,
  );
  hide(more, page.isRecorded);
  hide(regex, page.isRecorded);
  hide(brush, page.isRecorded);
  let asked = "";
  let answer = "";
  /** @type {Map<string, HTMLElement>} */
  const byName = new Map();
  offer();

  async function offer() {
    const { told, refused } = await page.look("labels");
    if (refused) {
      write(said, refused);
      return;
    }
    const labels = told.labels.filter(({ name }) => page.holds({ label: name }));
    for (const { name, title, hint } of labels.slice(0, BUTTONS)) {
      const own = button(title, hint, () => page.go({ label: name, brushing: false }));
      byName.set(name, own);
      buttons.append(own);
    }
    for (const { name, title, hint } of labels.slice(BUTTONS)) {
      more.append(h("option", { value: name, title: hint }, title));
    }
    show(page.place());
  }

  /** @param {Place} place */
  function show(place) {
    const { label, pattern: typed, spans, brushing } = place;
    for (const [name, own] of byName) set(own, "aria-pressed", String(name === label));
    more.value = [...more.options].some(({ value }) => value === label) ? label : "";
    more.classList.toggle("chosen", more.value !== "");
    if (!pattern.matches(":focus")) pattern.value = typed;
    pattern.classList.toggle("chosen", label === PATTERN);
    set(brush, "aria-pressed", String(Boolean(brushing) || label === SPANS));
    nothing.hidden = label === "";
    const key = JSON.stringify([label, label === PATTERN ? typed : "", label === SPANS ? spans : ""]);
    if (key !== asked) ask(key, place);
    else tell(place);
  }
  /**
   * Where the label is, or how spans are marked as long as none is.
   *
   * @param {Place} place
   */
  function tell({ label, brushing }) {
    write(said, brushing && label !== SPANS ? strings.askBrushing : answer);
  }
  /** Fetch where the label is, and show it on the text. */
  async function ask(key, place) {
    const { label } = place;
    asked = key;
    if (label === "") {
      answer = "";
      tell(place);
      page.go({ mask: null });
      return;
    }
    const { told, refused } = await page.look("asked", questionOf(place) ?? { label });
    if (asked !== key) return;
    answer = refused || fill(told.isNumber ? strings.askedNumber : strings.askedOn, told);
    tell(page.place());
    page.go({ mask: refused ? null : maskOf(told.mask, source.count) });
  }
  return { element, said, show };
}

/** The label at each of `count` places, from 0 to 255; the last place may have none. */
function maskOf(base64, count) {
  const mask = new Uint8Array(count);
  mask.set(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).subarray(0, count));
  return mask;
}

function button(words, hint, act) {
  const element = h("button", { type: "button", class: "key ask-button", title: hint }, words);
  element.addEventListener("click", act);
  return element;
}

function select(words, choose) {
  const element = /** @type {HTMLSelectElement} */ (
    h("select", { class: "choice", "aria-label": words }, h("option", { value: "" }, words))
  );
  element.addEventListener("change", () => element.value && choose(element.value));
  return element;
}

function input(kind, words, hint) {
  const options = {
    class: kind,
    type: "text",
    "aria-label": words,
    title: hint,
    spellcheck: "false",
    placeholder: words,
  };
  return /** @type {HTMLInputElement} */ (h("input", options));
}

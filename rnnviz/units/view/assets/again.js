// What could not be asked now may be asked once more.

import { h, write } from "../../../web/dom.js";

/**
 * A sentence with a button, where the server was busy or not there: {element, tell(refused), remark(words)}. again():
 * asks anew. remark: a sentence alone, or "" for none.
 */
export function againNote(strings, again) {
  const words = h("span", {});
  const button = h("button", { type: "button", class: "key word" }, strings.again);
  button.addEventListener("click", again);
  const element = h("p", { class: "units-again", role: "alert", hidden: true }, words, " ", button);
  return {
    element,
    tell(refused) {
      write(words, refused);
      button.hidden = element.hidden = false;
    },
    remark(sentence) {
      if (sentence === "" && !button.hidden) return;
      write(words, sentence);
      button.hidden = true;
      element.hidden = sentence === "";
    },
  };
}

// A worker that finds what a pattern matches; it is ended where that takes too long, see `matches.js`.

import { expressionOf } from "../../../units/browser/pattern.js";
import { covered, ends } from "../../../units/browser/spans.js";

// It takes any message of the page's.
addEventListener("message", (/** @type {any} */ { data: { tokens, pattern } }) => {
  const expression = expressionOf(pattern);
  if (expression === null) {
    postMessage({ refused: true });
    return;
  }
  const found = [...tokens.join("").matchAll(expression)];
  const pairs = found.map((one) => /** @type {[number, number]} */ ([one.index, one.index + one[0].length]));
  postMessage({ matches: covered(pairs, ends(tokens)) });
});

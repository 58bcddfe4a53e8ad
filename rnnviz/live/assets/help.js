// The help: the keys, and the words of the page.

import { helpDialog } from "../../web/helpdialog.js";

const KEYS = [
  ["Space", "keyTrain"],
  ["N", "keyOneStep"],
  ["⌫", "keyReset"],
  ["+ −", "keySpeed"],
  ["← →", "keyTravel"],
  ["Home End", "keyEnds"],
  ["V", "keyLarge"],
  ["Tab", "keyCurves"],
  ["F", "keyPresenter"],
  ["1 … 6 0", "keyZoom"],
  ["I", "keyPicture"],
  [";", "keySound"],
  [",", "keyTable"],
  ["Esc", "keyEscape"],
  ["?", "keyHelp"],
];
// The keys that change a training.
const STEERING = ["keyTrain", "keyOneStep", "keyReset", "keySpeed", "keyTravel", "keyEnds"];
const TERMS = ["loss", "validation", "ngram", "entropy", "norm", "temperature", "probe", "checkpoint", "moment"];

/** A dialog with the help in the reader's language. steers: whether the training can be steered where it is shown. */
export function help(strings, steers) {
  const keys = steers ? KEYS : KEYS.filter(([, name]) => !STEERING.includes(name));
  return helpDialog(strings, keys, TERMS, { hears: true });
}

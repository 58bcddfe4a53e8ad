// The help: the keys, and the words of the page.

import { helpDialog } from "../../web/helpdialog.js";

const KEYS = [
  ["Space", "keyTrain"],
  [",", "keyOneStep"],
  ["⌫", "keyReset"],
  ["+ −", "keySpeed"],
  ["← →", "keyTravel"],
  ["Home End", "keyEnds"],
  ["Tab", "keyCurves"],
  ["F", "keyPresenter"],
  ["1 … 5 0", "keyZoom"],
  ["I", "keyPicture"],
  ["Esc", "keyEscape"],
  ["?", "keyHelp"],
];
const TERMS = ["loss", "validation", "ngram", "entropy", "norm", "temperature", "probe", "checkpoint", "moment"];

/** A dialog with the help in the reader's language. */
export const help = (strings) => helpDialog(strings, KEYS, TERMS);

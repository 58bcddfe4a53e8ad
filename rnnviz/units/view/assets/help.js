// The help: the keys, and the words of the page.

import { helpDialog } from "../../../web/helpdialog.js";

const KEYS = [
  ["← →", "keyCharacter"],
  ["↑ ↓", "keyLine"],
  ["PageUp PageDown", "keyScreen"],
  ["Home End", "keyEnds"],
  ["[ ]", "keyUnit"],
  ["E", "keyErrors"],
  ["{ }", "keyError"],
  ["M", "keyMark"],
  ["Q", "keyAsk"],
  ["F", "keyPresenter"],
  ["I", "keyPicture"],
  [";", "keySound"],
  [",", "keyTable"],
  ["Esc", "keyEscape"],
  ["?", "keyHelp"],
];
const TERMS = ["auc", "chance", "held", "resampled", "nats", "probe", "control"];

/** A dialog with the help in the reader's language. */
export const help = (strings) => helpDialog(strings, KEYS, TERMS, { hears: true });

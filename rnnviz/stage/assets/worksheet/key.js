// The button of the worksheet, which is fetched when one is asked for.

import { besideKey } from "../../../web/keyswitch.js";
import { signButton } from "../../../web/signbutton.js";

const SIGN = "M5 2h7l4 4v12H5zM12 2v4h4M8 10h5M8 14h2";

/** The quiet button that makes a worksheet of the step; the key does the same. */
export function worksheetKey(show, strings) {
  return besideKey(signButton(SIGN, strings.worksheetHint, "quiet-key worksheet-key", show));
}

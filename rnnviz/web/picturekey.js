// The quiet button that shows the picture of what it stands on.

import { besideKey } from "./keyswitch.js";
import { signButton } from "./signbutton.js";

const TRAY = "M4 12v4h12v-4M10 3v9M6 8l4 4 4-4";

/** show(): shows the picture. The key I does the same. */
export function pictureKey(show, strings) {
  return besideKey(pictureButton(show, strings, "quiet-key picture-key"));
}

/** The same in a row of other buttons, of which it takes the look. */
export function pictureButton(show, strings, look) {
  return signButton(TRAY, strings.pictureKey, look, show);
}

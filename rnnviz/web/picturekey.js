// The quiet button that shows the picture of what it stands on.

import { h, s } from "./dom.js";

const TRAY = "M4 12v4h12v-4M10 3v9M6 8l4 4 4-4";

/** show(): shows the picture. The key I does the same, so that Tab need not stop here. */
export function pictureKey(show, strings) {
  const sign = s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: TRAY }));
  const title = strings.pictureKey;
  const button = h(
    "button",
    { type: "button", class: "picture-key", title, "aria-label": title, tabindex: "-1" },
    sign,
  );
  button.addEventListener("click", show);
  return button;
}

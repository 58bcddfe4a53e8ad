// The light colours on white, for as long as a picture is taken. All of it happens before the next frame: nobody sees
// the page change.

import { h } from "../dom.js";

const DAY = { "--ink": "#1c2433", "--page": "#ffffff", "--accent": "#3b5bdb", "--st-link-color": "#3651c4" };
// The way back keeps its own hues, though not its tinted paper.
const DAY_BACK = { ...DAY, "--accent": "#5b3cc4" };
const STILL = "* { transition: none !important; animation: none !important; }";

/**
 * What `work` returns, done while `root` has the light colours, and without what is left out, whose room others take.
 * recolour(): paints anew what is painted in the colours of before.
 */
export function inDaylight({ root, recolour, leftOut }, work) {
  const { theme, way } = root.dataset;
  const colours = way === "back" ? DAY_BACK : DAY;
  return atRest({ root, leftOut }, () => {
    try {
      for (const [name, value] of Object.entries(colours)) root.style.setProperty(name, value);
      root.dataset.theme = "light";
      if (theme === "dark") recolour();
      return work();
    } finally {
      for (const name of Object.keys(colours)) root.style.removeProperty(name);
      root.dataset.theme = theme;
      if (theme === "dark") recolour();
    }
  });
}

/** The same in the colours that `root` has. */
export function atRest({ root, leftOut }, work) {
  // What is enlarged as a whole is drawn as it is laid out.
  const width = root.currentCSSZoom > 1 ? `${root.offsetWidth}px` : "";
  const still = h("style", {}, `${STILL} :is(${leftOut}) { display: none !important; }`);
  root.append(still);
  try {
    if (width) Object.assign(root.style, { width, zoom: "1" });
    return work();
  } finally {
    if (width) Object.assign(root.style, { width: "", zoom: "" });
    // The colours are back before anything may move again.
    root.getBoundingClientRect();
    still.remove();
  }
}

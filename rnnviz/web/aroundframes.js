// What stands in a notebook beside the frames with our pages: it tells them whether the notebook is dark.

import { isLight } from "./colours.js";

const LOOKED_AT = { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-jp-theme-light"] };

/** Answers every frame that asks, and tells it again whenever that changes. Once is enough for all frames. */
export function tellFrames() {
  if (window.rnnvizFrames) return;
  const frames = (window.rnnvizFrames = new Set());
  const tell = (frame) => frame.postMessage({ rnnviz: "scheme", isDark: isDark() }, "*");
  addEventListener("message", ({ source, data }) => {
    const frame = /** @type {Window | null} */ (source);
    if (data?.rnnviz !== "scheme" || frame === null || frame === window) return;
    frames.add(frame);
    tell(frame);
  });
  const observer = new MutationObserver(() => frames.forEach(tell));
  for (const place of [document.documentElement, document.body]) observer.observe(place, LOOKED_AT);
}

/** JupyterLab names its theme before its style sheet has come; other notebooks have letters that can be read. */
function isDark() {
  const { jpThemeLight } = document.body.dataset;
  return jpThemeLight ? jpThemeLight === "false" : isLight(getComputedStyle(document.body).color);
}

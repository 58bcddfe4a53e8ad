// The page's colours, as the canvases of the view need them: as numbers.

import { isDark, parseColour } from "./colours.js";

/** {theme, palette} of `root`, whose theme it sets; `before`: the same of the last time, or null. */
export function themeOf(root, before) {
  const theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
  root.dataset.theme = theme;
  const computed = getComputedStyle(root);
  const hue = (name) => computed.getPropertyValue(name).trim();
  return {
    theme,
    // The canvases draw anew when their palette is another object.
    palette:
      before?.theme === theme
        ? before.palette
        : {
            paper: parseColour(hue("--strip-paper")),
            below: parseColour(hue("--below")),
            above: parseColour(hue("--above")),
          },
  };
}

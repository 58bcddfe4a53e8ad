// The page's colours, as the canvases and curves of the view need them: as numbers, and by what they stand for.

import { isDark, parseColour } from "../../web/colours.js";

/** {theme, palette, colours} of `root`, whose theme it sets; `before`: the same of the last time. */
export function themeOf(root, before) {
  const theme = isDark(getComputedStyle(root).backgroundColor) ? "dark" : "light";
  root.dataset.theme = theme;
  const computed = getComputedStyle(root);
  const hue = (name) => computed.getPropertyValue(name).trim();
  return {
    theme,
    // The canvases draw anew when their palette is another object.
    palette:
      before.theme === theme
        ? before.palette
        : {
            paper: parseColour(hue("--strip-paper")),
            below: parseColour(hue("--below")),
            above: parseColour(hue("--above")),
          },
    colours: {
      ink: computed.color,
      page: computed.backgroundColor,
      font: computed.fontFamily,
      line: hue("--line"),
      muted: hue("--muted"),
      accent: hue("--accent"),
      right: hue("--right"),
      training: hue("--loss"),
      validation: hue("--state"),
      before: hue("--gate2"),
      after: hue("--candidate"),
      race: [hue("--state"), hue("--memory"), hue("--gate1")],
    },
  };
}

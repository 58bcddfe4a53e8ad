// The app's theme, on a page without Streamlit.

import { isDark } from "../../web/colours.js";

/** Wear the theme that the reader's system asks for, now and whenever that changes. */
export function wear(themes) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  put(themes, system);
  system.addEventListener("change", () => put(themes, system));
}

function put(themes, system) {
  dress(themes[system.matches ? "dark" : "light"]);
}

/** Wear a theme, by the names of the style sheets. */
export function dress(theme) {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(theme)) root.style.setProperty(`--st-${name}`, value);
  root.dataset.theme = isDark(theme["background-color"]) ? "dark" : "light";
  // A stage reads its colours when it is drawn.
  dispatchEvent(new Event("resize"));
}

// The stage on a page. It comes twice: as soon as the browser has this file, long before Streamlit
// has started, and then as a component of Streamlit's, which takes over what stands there already.

import { css, mount } from "./stage.js";

const LOOK_EVERY = 200;
// The last place of each text in this tab. An address that a control has just written has none.
const kept = new Map();
let early = null;
let hasPage = false;

/**
 * Show in `host` what the page asks for; see `staged.py` for `data`.
 * Returns a function that takes the stage away.
 */
export function show(host, data) {
  const { text, query, place, wrong, names, placeNames } = data;
  const takenOver = early;
  const room = host.firstElementChild ?? host.appendChild(takeOver() ?? document.createElement("div"));
  const asked = [...new URLSearchParams(location.search)].filter(([name]) => placeNames.includes(name) && !wrong.includes(name));
  const here = asked.length && !takenOver ? Object.fromEntries(asked) : kept.get(text);
  const now = { ...place, ...here };
  const url = new URL(location.href);
  names.forEach((name) => url.searchParams.delete(name));
  Object.entries({ ...query, ...now }).forEach((pair) => url.searchParams.set(...pair));
  if (url.href !== location.href) history.replaceState(history.state, "", url);
  const isThere = takenOver?.payload === JSON.stringify(data.payload);
  const end = isThere ? takenOver.end : stand(room, data, now);
  if (takenOver?.isFocused) room.querySelector(".stage").focus({ preventScroll: true });
  // Whoever has just clicked a control goes on with the arrow keys; whoever tabs stays there.
  const clicked = "button:not(:focus-visible), .st-key-example input";
  if (document.activeElement?.matches(clicked)) room.querySelector(".stage").focus({ preventScroll: true });
  return end;
}

function stand(room, { payload, text, above }, place) {
  document.documentElement.lang = payload.language;
  const onPlace = (to) => kept.set(text, to);
  onPlace(place);
  return mount(room, { payload, place, above, css, link: true, onPlace });
}

/** The room of the early stage, if there is one, for the page to put where it belongs. */
function takeOver() {
  hasPage = true;
  if (!early) return null;
  const { room, watch } = early;
  early.isFocused = room.contains(document.activeElement);
  early = null;
  clearInterval(watch);
  room.removeAttribute("style");
  return room;
}

async function showEarly(answer) {
  const from = location.pathname;
  const response = await answer;
  const data = response.status === 200 ? await response.json() : null;
  if (!data || hasPage || location.pathname !== from) return;
  const room = document.createElement("div");
  // Where `style.css` has the page put it, in what the theme has Streamlit write around it.
  Object.assign(room.style, { position: "absolute", top: `${data.above}px`, left: "1.25rem", right: "1.25rem" });
  const theme = window.__streamlit[isDark() ? "DARK_THEME" : "LIGHT_THEME"];
  const write = (name, value) => value && room.style.setProperty(`--st-${name}`, value);
  write("text-color", theme.textColor);
  write("background-color", theme.backgroundColor);
  write("primary-color", theme.primaryColor);
  write("font", theme.bodyFont);
  write("code-font", theme.codeFont);
  document.body.append(room);
  const end = stand(room, data, data.place);
  const leave = () => {
    if (location.pathname === from) return;
    clearInterval(watch);
    end();
    room.remove();
    early = null;
  };
  const watch = setInterval(leave, LOOK_EVERY);
  early = { room, watch, end, payload: JSON.stringify(data.payload), isFocused: false };
}

/** Whether Streamlit will be dark: as the reader has once chosen there, else as the system is. */
function isDark() {
  const chosen = localStorage.getItem(`stActiveTheme-${location.pathname}-v2`) ?? "";
  return chosen.includes("Dark") || (!chosen.includes("Light") && matchMedia("(prefers-color-scheme: dark)").matches);
}

// The page's first lines have asked for it, where there is a stage; see `index.py`. If it does not
// come, the page shows the stage all the same, a little later.
if (window.rnnvizEarly) showEarly(window.rnnvizEarly).catch(() => {});

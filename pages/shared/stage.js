// The stage on a page. It comes twice: as soon as the browser has this file, long before Streamlit
// has started, and then as a component of Streamlit's, which takes over what stands there already.

import { css, mount } from "./stage.js";

const LOOK_EVERY = 200;
// What the page says instead of showing a stage.
const SAID = '[data-testid="stMain"] :is([data-testid="stAlert"], [data-testid="stException"])';
// One for all versions of this file that a tab may have fetched. kept: the last place of each
// text; an address that a control has just written has none. early: the stage that is there first.
const tab = (window.rnnvizStage ??= { kept: new Map(), early: null, hasPage: false });

/**
 * Show in `host` what the page asks for; see `scene.py` for `data`.
 * Returns a function that takes the stage away.
 */
export function show(host, data) {
  const { text, query, place, wrong, names, placeNames, takesKeys, payload } = data;
  const early = host.firstElementChild ? null : takeOver(host);
  const room = host.firstElementChild ?? host.appendChild(document.createElement("div"));
  const asked = [...new URLSearchParams(location.search)].filter(([name]) => placeNames.includes(name) && !wrong.includes(name));
  // The address may be some steps behind the early stage.
  const now = early ? tab.kept.get(text) ?? place : { ...place, ...(asked.length ? Object.fromEntries(asked) : tab.kept.get(text)) };
  const url = new URL(location.href);
  names.forEach((name) => url.searchParams.delete(name));
  Object.entries({ ...query, ...now }).forEach((pair) => url.searchParams.set(...pair));
  if (url.href !== location.href) history.replaceState(history.state, "", url);
  const isThere = early?.payload === JSON.stringify(payload);
  const before = document.activeElement;
  const end = isThere ? early.end : stand(room, data, now);
  if (!takesKeys && document.activeElement !== before) document.activeElement.blur();
  // Whoever has just clicked a control goes on with the arrow keys; whoever tabs stays there.
  const clicked = "button:not(:focus-visible), .st-key-example input";
  if (takesKeys && document.activeElement?.matches(clicked)) room.querySelector(".stage").focus({ preventScroll: true });
  return end;
}

function stand(room, { payload, text, above }, place) {
  document.documentElement.lang = payload.language;
  const onPlace = (to) => tab.kept.set(text, to);
  onPlace(place);
  return mount(room, { payload, place, above, css, link: true, onPlace });
}

/** Puts the early stage, if there is one, where it belongs, as it is: focus, open help and all. */
function takeOver(host) {
  const { early } = tab;
  tab.early = null;
  tab.hasPage = true;
  if (!early) return null;
  const { room } = early;
  clearInterval(early.watch);
  room.removeAttribute("style");
  // A browser that moves what has the focus scrolls to it; nothing is to move.
  const focused = room.contains(document.activeElement) ? document.activeElement : null;
  focused?.blur();
  if (host.moveBefore) {
    host.moveBefore(room, null);
  } else {
    room.querySelector("dialog[open]")?.close();
    host.append(room);
  }
  focused?.focus({ preventScroll: true });
  return early;
}

async function showEarly(answer) {
  const from = location.pathname;
  const response = await answer;
  const data = response.status === 200 ? await response.json() : null;
  if (!data || tab.hasPage || location.pathname !== from) return;
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
    if (location.pathname === from && !document.querySelector(SAID)) return;
    clearInterval(watch);
    end();
    room.remove();
    tab.early = null;
  };
  const watch = setInterval(leave, LOOK_EVERY);
  tab.early = { room, watch, end, payload: JSON.stringify(data.payload) };
}

/** Whether Streamlit will be dark: as the reader has once chosen there, else as the system is. */
function isDark() {
  const chosen = localStorage.getItem(`stActiveTheme-${location.pathname}-v2`) ?? "";
  return chosen.includes("Dark") || (!chosen.includes("Light") && matchMedia("(prefers-color-scheme: dark)").matches);
}

// The page's first lines have asked for it, where there is a stage; see `index.py`. If it does not
// come, the page shows the stage all the same, a little later.
if (window.rnnvizEarly && !tab.hasPage) showEarly(window.rnnvizEarly).catch(() => {});

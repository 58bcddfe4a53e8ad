// What draws the live view: whatever has changed asks for a frame, which shows everything as it is by then.

/** @import {LiveView} from "../view.d.ts" */

import { themeOf } from "../../web/theme.js";
import { LARGE } from "./large.js";
import { modeOf } from "./status.js";

/** @param {LiveView} live */
export function draw(live) {
  cancelAnimationFrame(live.frame);
  live.frame = requestAnimationFrame(() => drawNow(live));
}

/** @param {LiveView} live */
function drawNow(live) {
  const { root, runs, place, theme, checkpoints, screen } = live;
  if (live.isRemoved || theme === null) return;
  const mode = modeOf(runs);
  const { lines, steps } = training(live);
  const all = checkpoints.all();
  const view = {
    ...place,
    ...theme,
    at: place.at !== null && all.length > 0 ? checkpoints.closest(place.at) : place.at,
    runs,
    moments: checkpoints.moments,
    mode,
    isOwner: live.steer.isOwner(),
    checkpoints: all,
    statusWords: live.status.update(live.watch.isOffline()),
    isTelling: live.status.isTelling(),
    isPresenting: screen.isOn(),
    pace: live.pace.now(),
    lines,
    steps,
    large: large(live),
    isPaged: isPaged(live),
    ...live.links,
  };
  root.dataset.status = mode;
  root.dataset.step = String(Math.max(0, ...runs.map((run) => run.now?.step ?? 0)));
  root.classList.toggle("then", view.at !== null);
  root.dataset.zoom = screen.isOn() ? place.zoom : "";
  live.places.update(view);
  live.panels.update(view);
}

/** What the ranges of the axes follow from. @param {LiveView} live */
export function training({ runs, data, place }) {
  const [now, plan] = [runs[0]?.now, data.plans[0]];
  const lines = now?.lines ?? { uniform: plan?.uniform, entropy: plan?.entropy };
  return { runs, under: data.under, unit: place.unit, lines, steps: now?.steps ?? plan?.steps ?? 1 };
}

/** The page that grows, or the curves: what a digit shows alone, or else what was chosen. @param {LiveView} live */
export function large(live) {
  const { place, screen } = live;
  if (!isPaged(live)) return "curves";
  return screen.isOn() && LARGE.includes(place.zoom) ? place.zoom : place.large;
}

/** Another program's page, and a training of an older version there, may have no page that grows. */
const isPaged = ({ runs, data }) =>
  runs.length === 0 ? Boolean(data.first) : !data.guest || runs.some(({ writings }) => writings.length > 0);

/** @param {LiveView} live */
export function fit(live) {
  readTheme(live);
  live.places.fit(live.screen.isOn());
  draw(live);
}

/** At once, for a picture in other colours. @param {LiveView} live */
export function recolour(live) {
  readTheme(live);
  drawNow(live);
}

/** @param {LiveView} live */
export function readTheme(live) {
  if (live.root.isConnected) live.theme = themeOf(live.root, live.theme);
}

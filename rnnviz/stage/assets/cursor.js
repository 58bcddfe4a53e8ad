// A place in a scene, and how actions move it. Pure: it knows nothing of drawing or of the browser.
//
// place: {t, phase, unit, notation, view, choice, cover, guesses, zoom}, counted from 0. choice: the
// output whose sum is shown, or null. cover: the first step whose prediction is covered, or null
// where nothing is. guesses: what a class has guessed, by step. zoom: the panel that fills the
// screen in presenter mode, "" for all of them.
// outline: the bounds of a place: {T, phases, outputPhase, units, notations, isOutput(k)}, with the keys of phases and
// notations, and the first phase that reveals something about the prediction.

/** The panels that a digit brings up, in the order of the digits. */
export const PANELS = ["ribbon", "cell", "equations", "memory", "prediction"];

/** The place in an address, with numbers from 1; invalid parts fall back. */
export function fromAddress(asked, outline, before = {}) {
  const phase = outline.phases.indexOf(asked.phase);
  const output = within(asked.char, Infinity);
  const cover = Number(asked.cover) >= 1 ? within(asked.cover, outline.T + 1) : null;
  const place = {
    zoom: "",
    guesses: {},
    ...before,
    t: within(asked.t, outline.T),
    phase: phase < 0 ? outline.phases.length - 1 : phase,
    unit: within(asked.unit, outline.units),
    notation: Math.max(0, outline.notations.indexOf(asked.notation)),
    view: asked.view === "sum" ? "sum" : "memory",
    choice: Number(asked.char) > 0 && outline.isOutput(output) ? output : null,
    cover,
  };
  return underCover(place, outline);
}

/** The place as an address names it. */
export function toAddress(place, outline) {
  return {
    t: place.t + 1,
    phase: outline.phases[place.phase],
    unit: place.unit + 1,
    notation: outline.notations[place.notation],
    ...(place.view === "sum" ? { view: "sum" } : {}),
    ...(place.choice === null ? {} : { char: place.choice + 1 }),
    ...(place.cover === null ? {} : { cover: place.cover + 1 }),
  };
}

/** Whether an address names a place that does not exist here, such as unit 100 of 8. */
export function isElsewhere(asked, place, outline) {
  const here = toAddress(place, outline);
  return ["t", "phase", "unit", "cover"].some((name) => name in asked && String(asked[name]) !== String(here[name]));
}

/** Whether the prediction at the place is covered, and a class can guess. */
export function isCovered(place) {
  return place.cover !== null && place.t >= place.cover;
}

/** How many inputs are visible: under the cover the next one is hidden, because it is the target. */
export function visibleInputs(place, outline) {
  return place.cover === null ? outline.T : Math.min(outline.T, place.cover + 1);
}

/** The place after an action; the very same place if the action changes nothing. */
export function reduce(place, action, outline) {
  const next = underCover(inside(after(place, action, outline), outline), outline);
  return Object.keys(next).every((name) => next[name] === place[name]) ? place : next;
}

function after(place, action, outline) {
  switch (action.do) {
    case "go":
      return uncovered({ ...place, ...action.to }, action.to, outline);
    case "step":
      return { ...place, t: place.t + action.by };
    case "first":
      return { ...place, t: 0 };
    case "last":
      return { ...place, t: outline.T - 1 };
    case "phase":
      return byPhase(place, action.by, outline);
    case "begin":
      return { ...place, t: 0, phase: 0 };
    case "unit":
      return { ...place, unit: place.unit + action.by };
    case "view":
      return { ...place, view: place.view === "sum" ? "memory" : "sum" };
    case "zoom":
      return { ...place, zoom: action.panel === place.zoom ? "" : action.panel };
    case "cover":
      return { ...place, cover: place.cover === null ? place.t : null, choice: null, guesses: {} };
    case "guess":
      return { ...place, guesses: { ...place.guesses, [place.t]: action.output } };
    case "reveal":
      return isCovered(place) ? { ...place, phase: outline.phases.length - 1, cover: place.t + 1 } : place;
  }
  return place;
}

/** A phase on or back, into the next step or the one before; at the ends it stays. */
function byPhase(place, by, outline) {
  const phases = outline.phases.length;
  const flat = place.t * phases + place.phase + by;
  if (flat < 0 || flat >= outline.T * phases) return place;
  const to = { t: Math.floor(flat / phases), phase: flat % phases };
  return uncovered({ ...place, ...to }, to, outline);
}

/** Going to a phase of the output layer at a covered step takes its cover off. */
function uncovered(place, to, outline) {
  const asksForOutput = "phase" in to && place.phase >= outline.outputPhase;
  return asksForOutput && isCovered(place) ? { ...place, cover: place.t + 1 } : place;
}

function inside(place, outline) {
  const t = Math.min(Math.max(place.t, 0), outline.T - 1);
  const unit = Math.min(Math.max(place.unit, 0), outline.units - 1);
  return t === place.t && unit === place.unit ? place : { ...place, t, unit };
}

/**
 * Under the cover a step stops before its prediction. At a later step the earlier targets are visible as inputs, so
 * their cover is off.
 */
function underCover(place, outline) {
  if (place.cover === null) return place;
  const cover = Math.max(place.cover, place.t);
  const phase = place.t >= cover ? Math.min(place.phase, outline.outputPhase - 1) : place.phase;
  return cover === place.cover && phase === place.phase ? place : { ...place, cover, phase };
}

function within(value, most) {
  return Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most) - 1;
}

// A place in a scene, and how actions move it. Pure: it knows nothing of drawing or of the browser.
//
// place: {track, t, phase, unit, notation, view, choice, cover, guesses, zoom}, counted from 0. track: the focused one,
// whose phases and units are meant. choice: the output whose sum is shown, or null. cover: the first step whose
// prediction is covered, or null where nothing is. guesses: what a class has guessed, by step. zoom: the panel that
// fills the screen in presenter mode, "" for all of them.
// outline: the bounds of a place: {T, notations, tracks: [{phases, outputPhase, units, isOutput(k)}]}, with the keys of
// phases and notations, and the first phase that reveals something about the prediction.

/** The panels that a digit brings up, in the order of the digits. */
export const PANELS = ["ribbon", "cell", "equations", "memory", "prediction"];

/**
 * Where one stands in a scene: {place, outline, enter(outline, place), act(action), go(to), subscribe(listener)}.
 * Keys, an address, playing: all that moves the place sends it actions. `act` returns whether the place moved, and
 * tells the listeners the new place and the one before. `enter` begins in another scene and tells nobody.
 */
export function cursor() {
  const listeners = new Set();
  const at = { place: undefined, outline: undefined, enter, act, go, subscribe };

  function enter(outline, place) {
    Object.assign(at, { outline, place });
  }
  function act(action) {
    const before = at.place;
    at.place = reduce(before, action, at.outline);
    if (at.place === before) return false;
    for (const listener of listeners) listener(at.place, before);
    return true;
  }
  function go(to) {
    return act({ do: "go", to });
  }
  function subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return at;
}

/** The place in an address, with numbers from 1; invalid parts fall back. */
export function fromAddress(asked, outline, before = {}) {
  const track = within(asked.track, outline.tracks.length);
  const { phases, units, isOutput } = outline.tracks[track];
  const phase = phases.indexOf(asked.phase);
  const output = within(asked.char, Infinity);
  const cover = Number(asked.cover) >= 1 ? within(asked.cover, outline.T + 1) : null;
  const place = {
    zoom: "",
    guesses: {},
    ...before,
    track,
    t: within(asked.t, outline.T),
    phase: phase < 0 ? phases.length - 1 : phase,
    unit: within(asked.unit, units),
    notation: Math.max(0, outline.notations.indexOf(asked.notation)),
    view: asked.view === "sum" ? "sum" : "memory",
    choice: Number(asked.char) > 0 && isOutput(output) ? output : null,
    cover,
  };
  return underCover(place, outline);
}

/** The place as an address names it. */
export function toAddress(place, outline) {
  return {
    ...(place.track === 0 ? {} : { track: place.track + 1 }),
    t: place.t + 1,
    phase: boundsOf(place, outline).phases[place.phase],
    unit: place.unit + 1,
    notation: outline.notations[place.notation],
    ...(place.view === "sum" ? { view: "sum" } : {}),
    ...(place.choice === null ? {} : { char: place.choice + 1 }),
    ...(place.cover === null ? {} : { cover: place.cover + 1 }),
  };
}

/** Whether an address names a place that does not exist here, such as unit 100 of 8. */
export function isElsewhere(asked, place, outline) {
  const here = { track: 1, ...toAddress(place, outline) };
  const names = ["track", "t", "phase", "unit", "cover"];
  return names.some((name) => name in asked && String(asked[name]) !== String(here[name]));
}

/** Whether the prediction at the place is covered, and a class can guess. */
export function isCovered(place) {
  return place.cover !== null && place.t >= place.cover;
}

/**
 * Whether a quantity of the focused track may be seen at step t: {kind, phase, reversed}, with the phase that makes it.
 * What reads backwards has read all that lies to the right. Inputs are there from the start; under the cover the next
 * one is hidden, because it is the target.
 */
export function visible(place, { kind, phase, reversed }, t) {
  if (kind === "input") return place.cover === null || t <= place.cover;
  return t === place.t ? place.phase >= phase : t < place.t || Boolean(reversed);
}

/** Whether the place is the last that can be reached by phases. */
export function isAtEnd(place, outline) {
  return place.t === outline.T - 1 && place.phase === boundsOf(place, outline).phases.length - 1;
}

/** Whether the next phase would reveal what is covered: a class is to guess first. */
export function isBeforeCover(place, outline) {
  return isCovered(place) && place.phase === boundsOf(place, outline).outputPhase - 1;
}

/** The place as another track has it: the same step, and as much of it as the focused track has computed. */
export function placeIn(place, track, outline) {
  if (track === place.track) return place;
  return { ...place, track, phase: phaseIn(place, track, outline), choice: null };
}

/**
 * The phase at which another track stands. Their cells have different phases, so that the others take each step in one:
 * they have their state when the focused cell has its own; the phases of the output layer are the same everywhere.
 */
function phaseIn(place, track, outline) {
  const { outputPhase: here } = boundsOf(place, outline);
  const there = outline.tracks[track].outputPhase;
  if (place.phase < here - 1) return -1;
  return there + place.phase - here;
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
    case "focus":
      return inTrack(place, action.track, outline);
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
      return isCovered(place)
        ? { ...place, phase: boundsOf(place, outline).phases.length - 1, cover: place.t + 1 }
        : place;
  }
  return place;
}

/** Another track in focus, from the last on to the first: at the same phase, if it has one of that name. */
function inTrack(place, asked, outline) {
  const count = outline.tracks.length;
  const track = ((asked % count) + count) % count;
  if (track === place.track) return place;
  const same = outline.tracks[track].phases.indexOf(boundsOf(place, outline).phases[place.phase]);
  const phase = same < 0 ? Math.max(0, phaseIn(place, track, outline)) : same;
  return { ...place, track, phase, choice: null };
}

/** A phase on or back, into the next step or the one before; at the ends it stays. */
function byPhase(place, by, outline) {
  const phases = boundsOf(place, outline).phases.length;
  const flat = place.t * phases + place.phase + by;
  if (flat < 0 || flat >= outline.T * phases) return place;
  const to = { t: Math.floor(flat / phases), phase: flat % phases };
  return uncovered({ ...place, ...to }, to, outline);
}

/** Going to a phase of the output layer at a covered step takes its cover off. */
function uncovered(place, to, outline) {
  const asksForOutput = "phase" in to && place.phase >= boundsOf(place, outline).outputPhase;
  return asksForOutput && isCovered(place) ? { ...place, cover: place.t + 1 } : place;
}

function inside(place, outline) {
  const t = Math.min(Math.max(place.t, 0), outline.T - 1);
  const unit = Math.min(Math.max(place.unit, 0), boundsOf(place, outline).units - 1);
  return t === place.t && unit === place.unit ? place : { ...place, t, unit };
}

/**
 * Under the cover a step stops before its prediction. At a later step the earlier targets are visible as inputs, so
 * their cover is off.
 */
function underCover(place, outline) {
  if (place.cover === null) return place;
  const cover = Math.max(place.cover, place.t);
  const phase = place.t >= cover ? Math.min(place.phase, boundsOf(place, outline).outputPhase - 1) : place.phase;
  return cover === place.cover && phase === place.phase ? place : { ...place, cover, phase };
}

function boundsOf(place, outline) {
  return outline.tracks[place.track];
}

function within(value, most) {
  return Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most) - 1;
}

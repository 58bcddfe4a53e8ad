// A place in a scene, and how actions move it. Pure: it knows nothing of drawing or of the browser.
//
// place: {track, t, phase, unit, notation, view, choice, cover, answers, asked, zoom, oneScale, changes}, counted
// from 0. track: the focused one, whose phases and units are meant. choice: the output whose sum is shown, or null.
// cover: the step from which on the stage asks before it shows, or null where it does not ask. answers: those given
// so far, {choice, isRight, isPast} by the key of their question. asked: the question that waits for its answer here,
// or null. zoom: the panel that fills the screen in presenter mode, "" for all of them. oneScale: whether all tracks
// have one scale of colours. changes: what was changed by hand, as `changes.js` has it. weight: the number of a
// parameter whose gradient is looked at, such as W_hf.2.3, or "".
// view: what stands below the cell.
// outline: the bounds of a place: {T, notations, views, tracks: [{phases, outputPhase, units, isOutput(k),
// questions(t), views(place), changes}], differences()}, with the keys of phases, notations and views, the first phase
// that reveals something about the prediction, the views that a place offers, what can be changed, and the steps at
// which the tracks differ.

import { changeBy, formatChanges, parseChanges, UNCHANGED } from "./changes.js";
import { answerTo, firstQuestion, fromRoundBefore, questionBefore } from "./questions.js";

/** The panels that a digit brings up, in the order of the digits. */
export const PANELS = ["ribbon", "cell", "equations", "memory", "prediction"];

/** The panel in which a question stands: where its answer will appear. */
export function panelOf({ kind }) {
  return kind === "prediction" ? "prediction" : "equations";
}

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
    answers: {},
    ...before,
    track,
    t: within(asked.t, outline.T),
    phase: phase < 0 ? phases.length - 1 : phase,
    unit: within(asked.unit, units),
    notation: Math.max(0, outline.notations.indexOf(asked.notation)),
    view: outline.views.includes(asked.view) ? asked.view : outline.views[0],
    choice: Number(asked.char) > 0 && isOutput(output) ? output : null,
    cover,
    oneScale: asked.scale === "one",
    weight: String(asked.weight ?? ""),
    changes: changesOf(asked.changes ?? "", outline, before.changes),
    asked: null,
  };
  return asking(place, outline);
}

/** The changes of an address; those that are there already keep their way back. */
function changesOf(text, outline, before = UNCHANGED) {
  const { changes, left } = parseChanges(
    text,
    outline.tracks.map((track) => track.changes),
  );
  const isSame = left.length === 0 && formatChanges(changes) === formatChanges(before.list);
  return isSame ? before : { ...UNCHANGED, list: changes, left };
}

/** The place as an address names it. */
export function toAddress(place, outline) {
  return {
    ...(place.track === 0 ? {} : { track: place.track + 1 }),
    t: place.t + 1,
    phase: boundsOf(place, outline).phases[place.phase],
    unit: place.unit + 1,
    notation: outline.notations[place.notation],
    ...(place.view === outline.views[0] ? {} : { view: place.view }),
    ...(place.choice === null ? {} : { char: place.choice + 1 }),
    ...(place.cover === null ? {} : { cover: place.cover + 1 }),
    ...(place.oneScale ? { scale: "one" } : {}),
    ...(place.weight ? { weight: place.weight } : {}),
    ...(place.changes.list.length === 0 ? {} : { changes: formatChanges(place.changes.list) }),
  };
}

/** Whether an address names a place that does not exist here, such as unit 100 of 8. */
export function isElsewhere(asked, place, outline) {
  const here = { track: 1, ...toAddress(place, outline) };
  const names = ["track", "t", "phase", "unit", "cover"];
  return names.some((name) => name in asked && String(asked[name]) !== String(here[name]));
}

/**
 * Whether a quantity of the focused track may be seen at step t: {kind, phase, reversed}, with the phase that makes it.
 * What reads backwards has read all that lies to the right. Inputs are there from the start; while the stage asks, the
 * next one is hidden, because it is the target, and so is all that would give the answer away.
 */
export function visible(place, { kind, phase, reversed }, t) {
  if (kind === "input") return place.cover === null || t <= place.cover;
  return t === place.t ? phase <= lastVisible(place) : t < place.t || Boolean(reversed);
}

/** The last phase of the place's step that may be seen. */
function lastVisible({ phase, asked }) {
  return asked === null ? phase : asked.from - 1;
}

/** Whether the place is the last that can be reached by phases. */
export function isAtEnd(place, outline) {
  return place.t === outline.T - 1 && place.phase === boundsOf(place, outline).phases.length - 1;
}

/** The place as another track has it: the same step, and as much of it as the focused track has computed. */
export function placeIn(place, track, outline) {
  if (track === place.track) return place;
  return { ...place, track, phase: phaseIn(place, track, outline), choice: null, asked: null };
}

/**
 * The phase at which another track stands. Their cells have different phases, so that the others take each step in one:
 * they have their state when the focused cell has its own; the phases of the output layer are the same everywhere.
 */
function phaseIn(place, track, outline) {
  const { outputPhase: here } = boundsOf(place, outline);
  const there = outline.tracks[track].outputPhase;
  const phase = lastVisible(place);
  return phase < here - 1 ? -1 : there + phase - here;
}

/** The place after an action; the very same place if the action changes nothing. */
export function reduce(place, action, outline) {
  const next = asking(inside(after(place, action, outline), outline), outline, place);
  return Object.keys(next).every((name) => next[name] === place[name]) ? place : next;
}

function after(place, action, outline) {
  switch (action.do) {
    case "go":
      return goTo(place, action.to, outline);
    case "focus":
      return inTrack(place, place.track + action.by, outline);
    case "difference":
      return toDifference(place, outline);
    case "scale":
      return { ...place, oneScale: !place.oneScale };
    case "step":
      // At the end there is no next step, and going on shows what was asked.
      return place.asked && action.by > 0 && place.t === outline.T - 1
        ? answered(place, null, outline)
        : { ...place, t: place.t + action.by };
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
      return { ...place, view: place.view === action.name ? outline.views[0] : action.name };
    case "nextView":
      return { ...place, view: nextOf(boundsOf(place, outline).views(place), place.view) };
    case "zoom":
      return { ...place, zoom: action.panel === place.zoom ? "" : action.panel };
    case "ask":
      return place.cover === null ? asksFrom(place, outline) : { ...place, cover: null };
    case "answer":
      return answered(place, action.choice, outline);
    case "reveal":
      return answered(place, null, outline);
  }
  const changes = changeBy(place.changes, action);
  return changes === place.changes ? place : { ...place, changes };
}

/** Another track first, so that phase and unit are meant in it. */
function goTo(place, { track = place.track, ...to }, outline) {
  return { ...inTrack(place, track, outline), ...to };
}

/** The next step at which the tracks differ, and after the last one the first; under the cover none is given away. */
function toDifference(place, outline) {
  const known = outline.differences().filter((t) => place.cover === null || t < place.cover);
  const t = known.find((one) => one > place.t) ?? known[0] ?? place.t;
  return { ...place, t };
}

/** The view after one, of those that are offered; after the last the first. */
function nextOf(views, view) {
  return views[(Math.max(0, views.indexOf(view)) + 1) % views.length];
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
  // Back from a question leads to what is visible before it.
  const from = place.asked && by < 0 ? place.asked.from : place.phase;
  const flat = place.t * phases + from + by;
  if (flat < 0 || flat >= outline.T * phases) return place;
  return { ...place, t: Math.floor(flat / phases), phase: flat % phases };
}

/** A new round: from now on the stage asks, first about what comes after all that is visible now. */
function asksFrom(place, outline) {
  const isSeen = place.phase === boundsOf(place, outline).phases.length - 1 && place.t < outline.T - 1;
  const t = isSeen ? place.t + 1 : place.t;
  const seen = isSeen ? -1 : lastVisible(place);
  const ahead = boundsOf(place, outline).questions(t);
  const first = firstQuestion(
    ahead.filter(({ from }) => from > seen),
    t,
  );
  const phase = first?.phase ?? place.phase;
  return { ...place, t, phase, cover: t, choice: null, answers: fromRoundBefore(place.answers) };
}

/** The open question answered, or with null only revealed: what it asks for is then visible. */
function answered(place, choice, outline) {
  const { asked, answers, t } = place;
  if (asked === null) return place;
  const cover = asked.kind === "prediction" ? t + 1 : place.cover;
  // A change by hand may have turned the answer round since, or made a toss of it: then it counts as revealed.
  const now = boundsOf(place, outline)
    .questions(t)
    .find(({ key }) => key === asked.key);
  const answer = answerTo(now ?? asked, now ? choice : null);
  return { ...place, cover, answers: { ...answers, [asked.key]: answer } };
}

function inside(place, outline) {
  const t = Math.min(Math.max(place.t, 0), outline.T - 1);
  const unit = Math.min(Math.max(place.unit, 0), boundsOf(place, outline).units - 1);
  return t === place.t && unit === place.unit ? place : { ...place, t, unit };
}

/**
 * The place with the question that stands there, if the stage asks: at its phase and unit. A reader who comes to a step
 * from `before`, another one, comes to the step's first question; within a step, to the one that the phase stands
 * before. At a later step the earlier targets are visible as inputs, so there is nothing left to ask before it.
 */
function asking(place, outline, before = place) {
  if (place.cover === null) return place.asked === null ? place : { ...place, asked: null };
  const cover = Math.max(place.cover, place.t);
  const open =
    place.t < cover
      ? []
      : boundsOf(place, outline)
          .questions(place.t)
          .filter((one) => !isKnown(place, one));
  const isNew = place.t !== before.t && place.phase === before.phase;
  const asked = (isNew ? firstQuestion(open, place.t) : questionBefore(open, place.phase)) ?? null;
  if (asked === null) return { ...place, cover, asked };
  const zoom = place.zoom === panelOf(asked) || asked.key === before.asked?.key ? place.zoom : "";
  return { ...place, cover, asked, phase: asked.phase, unit: asked.unit ?? place.unit, zoom };
}

/** Whether a question has its answer in this round. */
function isKnown({ answers }, { key }) {
  return key in answers && !answers[key].isPast;
}

function boundsOf(place, outline) {
  return outline.tracks[place.track];
}

function within(value, most) {
  return Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most) - 1;
}

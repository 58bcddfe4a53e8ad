// A place in a scene, and how actions move it. Pure: it knows nothing of drawing or of the browser.
//
// `place.d.ts` has the shapes of a place, of its bounds and of actions.

/** @import {Action, Address, Cursor, Leg, Outline, Place} from "../../place.d.ts" */
/** @import {History} from "../../change.d.ts" */

import { changeBy, formatChanges, parseChanges, UNCHANGED } from "../hands/changes.js";
import { endOfLeg, hasPassed, legOf, mainLeg, startOf } from "./legs.js";
import { answerTo, firstQuestion, fromRoundBefore, questionBefore } from "../hands/questions.js";

/** The panels that a digit brings up, in the order of the digits. */
export const PANELS = ["ribbon", "cell", "equations", "memory", "prediction"];

/** What moves the river as it moves the cell. */
const WHOLE_STEPS = ["step", "on", "first", "last", "lastStep", "begin"];

/** The panel in which a question stands: where its answer will appear. */
export function panelOf({ kind }) {
  return kind === "prediction" ? "prediction" : "equations";
}

/**
 * Where one stands in a scene: {place, outline, enter(outline, place), act(action), go(to), subscribe(listener)}.
 * Keys, an address, playing: all that moves the place sends it actions. `act` returns whether the place moved, and
 * tells the listeners the new place, the one before and the action. `enter` begins in another scene and tells nobody.
 * intercepts: a function of an action that may take it for its own, such as an answer that is to be a vote first.
 */
export function cursor() {
  /** @type {Set<(place: Place, before: Place, action: Action) => void>} */
  const listeners = new Set();
  /** @type {Cursor} */
  const at = { place: undefined, outline: undefined, intercepts: undefined, enter, act, go, subscribe };

  /**
   * @param {Outline} outline
   * @param {Place} place
   */
  function enter(outline, place) {
    Object.assign(at, { outline, place });
  }
  /** @param {Action} action */
  function act(action) {
    const before = at.place;
    if (at.intercepts?.(action)) return false;
    at.place = reduce(before, action, at.outline);
    if (at.place === before) return false;
    for (const listener of listeners) listener(at.place, before, action);
    return true;
  }
  /** @param {Partial<Place>} to */
  function go(to) {
    return act({ do: "go", to });
  }
  function subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return at;
}

/**
 * The place in an address, with numbers from 1; invalid parts fall back.
 *
 * @param {Address} asked
 * @param {Outline} outline
 * @param {Partial<Place>} [before]
 * @returns {Place}
 */
export function fromAddress(asked, outline, before = {}) {
  const track = within(asked.track, outline.tracks.length);
  const { units, isOutput } = outline.tracks[track];
  const way = asked.way === "back" && canTurn(outline) ? "back" : "forward";
  const phases = phasesOf({ track, way }, outline);
  const phase = phases.indexOf(String(asked.phase));
  const output = within(asked.char, Infinity);
  const asks = way === "forward" && Number(asked.cover) >= 1;
  const cover = asks ? within(asked.cover, outline.T + 1) : null;
  /** @type {Place} */
  const place = {
    zoom: "",
    answers: {},
    left: null,
    ...before,
    way,
    losses: way === "back" ? lossesOf(String(asked.loss ?? ""), outline) : null,
    track,
    t: within(asked.t, outline.T),
    phase: phase < 0 ? phases.length - 1 : phase,
    unit: within(asked.unit, units),
    notation: Math.max(0, outline.notations.indexOf(String(asked.notation))),
    view: viewOf(asked, outline),
    face: asked.face === "river" && !asks && way === "forward" && hasRiver(outline) ? "river" : "",
    choice: Number(asked.char) > 0 && isOutput(output) ? output : null,
    cover,
    oneScale: asked.scale === "one",
    sort: String(asked.sort ?? ""),
    weight: String(asked.weight ?? ""),
    changes: changesOf(String(asked.changes ?? ""), outline, before.changes),
    asked: null,
  };
  return asking(place.face ? atItsStep(place, outline) : place, outline);
}

/**
 * The view of an address; a weight is one of those whose gradients are seen.
 *
 * @param {Address} address
 * @param {Outline} outline
 */
function viewOf({ view, weight }, { views }) {
  const asked = view ?? (weight ? "gradients" : undefined);
  return views.find((name) => name === asked) ?? views[0];
}

/** A network that stands alone may have a river. */
function hasRiver({ tracks }) {
  return tracks.length === 1 && tracks[0].hasRiver;
}

/** The river is that of whole steps, and begins before the cell is looked into. */
function atItsStep(place, outline) {
  return { ...place, phase: phasesOf(place, outline).length - 1 };
}

/**
 * The losses of an address: "3,5" as [2, 4]; what is no step is left out, and without any it is the mean of all.
 *
 * @param {string} text
 * @param {Outline} outline
 */
function lossesOf(text, { T, isOneLoss }) {
  if (isOneLoss) return null;
  const steps = text.split(",").map((one) => (/^\d{1,9}$/.test(one) ? Number(one) - 1 : -1));
  return someLosses(steps.filter((t) => t >= 0 && t < T));
}

/**
 * Steps as losses, each once and in their order; null for none.
 *
 * @param {number[]} steps
 */
function someLosses(steps) {
  const sorted = [...new Set(steps)].sort((a, b) => a - b);
  return sorted.length === 0 ? null : sorted;
}

/**
 * The changes of an address; those that are there already keep their way back.
 *
 * @param {string} text
 * @param {Outline} outline
 * @param {History} [before]
 * @returns {History}
 */
function changesOf(text, outline, before = UNCHANGED) {
  const { changes, left } = parseChanges(
    text,
    outline.tracks.map((track) => track.changes),
  );
  const isSame = left.length === 0 && formatChanges(changes) === formatChanges(before.list);
  return isSame ? before : { ...UNCHANGED, list: changes, left };
}

/**
 * The place as an address names it.
 *
 * @param {Place} place
 * @param {Outline} outline
 * @returns {Address}
 */
export function toAddress(place, outline) {
  return {
    ...(place.way === "back" ? { way: "back" } : {}),
    ...(place.way === "back" && place.losses ? { loss: place.losses.map((t) => t + 1).join(",") } : {}),
    ...(place.track === 0 ? {} : { track: place.track + 1 }),
    t: place.t + 1,
    phase: phasesOf(place, outline)[place.phase],
    unit: place.unit + 1,
    notation: outline.notations[place.notation],
    ...(place.view === outline.views[0] ? {} : { view: place.view }),
    ...(place.face ? { face: place.face } : {}),
    ...(place.choice === null ? {} : { char: place.choice + 1 }),
    ...(place.cover === null ? {} : { cover: place.cover + 1 }),
    ...(place.oneScale ? { scale: "one" } : {}),
    ...(place.sort ? { sort: place.sort } : {}),
    ...(place.weight ? { weight: place.weight } : {}),
    ...(place.changes.list.length === 0 ? {} : { changes: formatChanges(place.changes.list) }),
  };
}

/**
 * Whether an address names a place that does not exist here, such as unit 100 of 8.
 *
 * @param {Address} asked
 * @param {Place} place
 * @param {Outline} outline
 */
export function isElsewhere(asked, place, outline) {
  const here = { way: "forward", track: 1, face: "", ...toAddress(place, outline) };
  const names = ["way", "loss", "track", "t", "phase", "unit", "face", "cover"];
  return names.some((name) => name in asked && String(asked[name]) !== String(here[name]));
}

/**
 * Whether a quantity of the focused track may be seen at step t: {kind, phase, leg}, with the phase that makes it and
 * the leg of the walk in which that is. Inputs are there from the start; while the stage asks, the next one is hidden,
 * because it is the target, and so is all that would give the answer away.
 * On the way back it is the quantity's gradient that is seen, with its phase of the backward pass.
 *
 * @param {Place} place
 * @param {{phase: number, kind?: string, leg?: Leg}} quantity
 * @param {number} t
 */
export function visible(place, { kind, phase, leg }, t) {
  const isBack = place.way === "back";
  if (!isBack && kind === "input") return place.cover === null || t <= place.cover;
  if (t === place.t) return phase <= lastVisible(place);
  return hasPassed(leg, { phase: place.phase, now: place.t, t }, isBack ? -1 : 1);
}

/**
 * Whether the forward pass has computed a quantity at step t; on the way back it is over.
 *
 * @param {Place} place
 * @param {{phase: number, kind?: string, leg?: Leg}} quantity
 * @param {number} t
 */
export function isComputed(place, quantity, t) {
  return place.way === "back" || visible(place, quantity, t);
}

/**
 * What a step reads, or "?" while it is covered; on the way back all of it has been read.
 *
 * @param {Place} place
 * @param {import("../../model.d.ts").Model} forward
 * @param {number} t
 */
export function wordRead(place, forward, t) {
  return isComputed(place, forward.quantity("X"), t) ? forward.inputWord(t) : "?";
}

/**
 * Whether a step's loss is one of those that the backward pass starts from.
 *
 * @param {Place} place
 * @param {number} t
 */
export function isSource({ losses }, t) {
  return losses === null || losses.includes(t);
}

/**
 * The last step whose loss the backward pass starts from, of T.
 *
 * @param {Pick<Place, "losses">} place
 * @param {{T: number}} sizes
 */
export function lastSource({ losses }, { T }) {
  return losses?.at(-1) ?? T - 1;
}

/**
 * The last phase of the place's step that may be seen.
 *
 * @param {Place} place
 */
function lastVisible({ phase, asked, shown }) {
  return shown ?? (asked === null ? phase : asked.from - 1);
}

/**
 * Whether the place is the last that can be reached by phases.
 *
 * @param {Place} place
 * @param {Outline} outline
 */
export function isAtEnd(place, outline) {
  const last = endOfLeg(legsAt(place, outline).at(-1), outline.T);
  return place.t === last && place.phase === phasesOf(place, outline).length - 1;
}

/**
 * Whether one can turn round here: every track has a backward pass.
 *
 * @param {Outline} outline
 */
function canTurn({ tracks }) {
  return tracks.every(({ back }) => back !== null);
}

/**
 * The place as another track has it: the same step, and as much of it as the focused track has computed. shown: the
 * last phase of it that may be seen. While the focused track walks a leg that the other one has not, that has not begun
 * yet; on the way back it is at its end.
 *
 * @param {Place} place
 * @param {number} track
 * @param {Outline} outline
 * @returns {Place}
 */
export function placeIn(place, track, outline) {
  if (track === place.track) return place;
  const own = { ...place, track, choice: null, asked: null };
  const isBack = place.way === "back";
  const [here, there] = [legsAt(place, outline), legsAt(own, outline)];
  const k = legOf(here, place.phase);
  const main = there[mainLeg(there, isBack)];
  if (k === mainLeg(here, isBack)) {
    const shown = phaseIn(place, track, outline);
    return { ...own, phase: Math.max(shown, main.from), shown };
  }
  if (here.length === there.length) {
    const { from, to } = there[k];
    return { ...own, phase: to, shown: place.phase === here[k].to ? to : from - 1 };
  }
  if (isBack) return { ...own, t: endOfLeg(there.at(-1), outline.T), phase: there.at(-1).to };
  return { ...own, t: startOf(main, outline.T), phase: main.from, shown: main.from - 1 };
}

/**
 * The phase at which another track stands. On the way back they go together as far as their phases are the same, and
 * the others pass on what they have when the focused one does. Forward, their cells
 * have different phases, so that the others take each step in one: they have their state when the focused cell has its
 * own; the phases of the output layer are the same everywhere.
 *
 * @param {Place} place
 */
function phaseIn(place, track, outline) {
  if (place.way === "back") {
    const [here, there] = [phasesOf(place, outline), phasesOf({ ...place, track }, outline)];
    const parting = here.findIndex((key, k) => key !== there[k]);
    const same = parting < 0 ? here.length : parting;
    const [leg] = legsAt(place, outline);
    const [other] = legsAt({ ...place, track }, outline);
    return place.phase >= leg.to ? other.to : Math.min(place.phase, same - 1);
  }
  const { outputPhase: here } = boundsOf(place, outline);
  const there = outline.tracks[track].outputPhase;
  const phase = lastVisible(place);
  const legs = outline.tracks[track].legs;
  return phase < here - 1 ? legs[mainLeg(legs, false)].from - 1 : there + phase - here;
}

/**
 * The place after an action; the very same place if the action changes nothing.
 *
 * @param {Place} place
 * @param {Action} action
 * @param {Outline} outline
 * @returns {Place}
 */
export function reduce(place, action, outline) {
  const next = asking(inside(throughFace(place, action, outline), outline), outline, place);
  return Object.keys(next).every((name) => next[name] === place[name]) ? place : next;
}

/**
 * On the river one goes step by step. Going down opens the cell at its first phase; whatever else the river does not
 * show opens the cell, too.
 *
 * @param {Place} place
 * @param {Action} action
 * @param {Outline} outline
 * @returns {Place}
 */
function throughFace(place, action, outline) {
  if (action.do === "river") return toFace(place, outline);
  if (!place.face) return after(place, action, outline);
  if (action.do === "phase") return action.by > 0 ? { ...place, face: "", phase: 0 } : place;
  const next = after(place, action, outline);
  if (next === place) return place;
  if (WHOLE_STEPS.includes(action.do)) return atItsStep(next, outline);
  return action.do === "go" && Object.keys(action.to).every((name) => name === "t") ? next : { ...next, face: "" };
}

/** The river instead of the cell, and back. */
function toFace(place, outline) {
  if (place.face) return { ...place, face: "" };
  if (!hasRiver(outline)) return place;
  const ahead = place.way === "back" ? turned(place, outline) : place;
  return { ...atItsStep(ahead, outline), face: "river", cover: null, zoom: "" };
}

/**
 * @param {Place} place
 * @param {Action} action
 * @param {Outline} outline
 * @returns {Place}
 */
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
    case "turn":
      return turned(place, outline);
    case "loss":
      return fromLosses(place, toggled(place.losses, action.t ?? place.t), outline);
    case "losses":
      return fromLosses(place, action.losses, outline);
    case "on":
      // With a clicker alone one comes to every answer, and from it to the next step.
      if (place.asked && action.by > 0) return answered(place, null, outline);
      return onwards(place, action.by, outline);
    case "step":
      // At the end there is no next step, and going on shows what was asked.
      return place.asked && action.by > 0 && place.t === outline.T - 1
        ? answered(place, null, outline)
        : byStep(place, action.by, outline);
    case "first":
      return { ...place, t: firstStep(place, outline) };
    case "last":
      return atLast(place, outline);
    // A clicker that comes back to a view finds the phase at which it had gone on, and nothing is asked once more.
    case "lastStep":
      return { ...place, cover: null, t: place.way === "back" ? 0 : outline.T - 1 };
    case "phase":
      return byPhase(place, action.by, outline);
    case "begin":
      return atBeginning(place, outline);
    case "unit":
      return { ...place, unit: nextUnit(place, action.by, outline) };
    case "sort":
      return { ...place, sort: place.sort === action.by ? "" : action.by };
    case "nextSort": {
      const sorts = ["", ...boundsOf(place, outline).sorts(place)];
      return { ...place, sort: nextOf(sorts, place.sort) };
    }
    case "view":
      return { ...place, view: place.view === action.name ? outline.views[0] : action.name };
    case "nextView":
      return { ...place, view: nextOf(boundsOf(place, outline).views(place), place.view) };
    case "zoom":
      return { ...place, zoom: action.panel === place.zoom ? "" : action.panel };
    case "ask": {
      // Questions are about what comes next, so that who wants to be asked turns forward again.
      const ahead = place.way === "back" ? turned(place, outline) : place;
      return ahead.cover === null ? asksFrom(ahead, outline) : { ...ahead, cover: null };
    }
    case "answer":
      return answered(place, action.choice, outline);
    case "reveal":
      return answered(place, null, outline);
    case "anew":
      return { ...place, answers: fromRoundBefore(place.answers) };
  }
  const changes = changeBy(place.changes, action);
  return changes === place.changes ? place : { ...place, changes };
}

/**
 * Another track and another way first, so that phase and unit are meant in them.
 *
 * @param {Place} place
 * @param {Partial<Place>} to
 * @param {Outline} outline
 * @returns {Place}
 */
function goTo(place, { track = place.track, way = place.way, ...to }, outline) {
  if (way !== place.way && !canTurn(outline)) return place;
  const there = inTrack(place, track, outline);
  return { ...(way === place.way ? there : turned(there, outline)), ...to };
}

/**
 * The same scene, walked through the other way. The way back begins at the last of its losses; who turns where they
 * turned before comes to the phase that they had left, so that both sides of a step can be looked at in turn. On the
 * way back nothing is asked.
 *
 * @param {Place} place
 */
function turned(place, outline) {
  if (!canTurn(outline)) return place;
  const { track, t, phase, left } = place;
  /** @type {Place["way"]} */
  const way = place.way === "back" ? "forward" : "back";
  const there = { ...place, way, cover: null, choice: null, left: { track, t, phase } };
  if (left?.track === track && left.t === t) return { ...there, phase: left.phase };
  if (way === "back") return { ...there, t: firstStep(there, outline), phase: 0 };
  return { ...there, phase: phasesOf(there, outline).length - 1 };
}

/** The step at which a walk begins: the first one, or on the way back the last one whose loss it starts from. */
function firstStep(place, outline) {
  return place.way === "forward" ? 0 : lastSource(place, outline);
}

/**
 * Other losses to start from. A walk that has begun later, or not yet, begins at the last of them.
 *
 * @param {Place} place
 */
function fromLosses(place, losses, outline) {
  if (place.way === "forward" || outline.isOneLoss) return place;
  const chosen = losses && someLosses(losses.filter((t) => t >= 0 && t < outline.T));
  const start = firstStep({ ...place, losses: chosen }, outline);
  const hasBegun = place.phase > 0 || place.t !== firstStep(place, outline);
  return { ...place, losses: chosen, t: hasBegun ? Math.min(place.t, start) : start };
}

/** One step's loss taken as a source or no longer: the first one alone, after the last one all of them again. */
function toggled(losses, t) {
  const before = losses ?? [];
  return before.includes(t) ? someLosses(before.filter((one) => one !== t)) : someLosses([...before, t]);
}

/**
 * A step to the right or left. Back from a loss, and from it alone, whole steps follow.
 *
 * @param {Place} place
 */
function byStep(place, by, outline) {
  const isFromLoss = place.way === "back" && place.phase === 0 && place.t + by >= 0 && place.t + by < outline.T;
  const phase = isFromLoss ? legsAt(place, outline)[0].to : place.phase;
  return { ...place, t: place.t + by, phase };
}

/**
 * A whole step on in the direction of the walk, or back with −1, from the end of a leg into the next one.
 *
 * @param {Place} place
 */
function onwards(place, by, outline) {
  const legs = openLegs(place, outline);
  const k = legOf(legs, place.phase);
  const { by: way } = legs[k];
  const next = legs[k + by];
  const isInside = place.t + by * way >= 0 && place.t + by * way < outline.T;
  if (isInside || !next) return after(place, { do: "step", by: by * way }, outline);
  return { ...place, t: (by > 0 ? startOf : endOfLeg)(next, outline.T), phase: next.to };
}

/**
 * Where a walk begins.
 *
 * @param {Place} place
 */
function atBeginning(place, outline) {
  const [leg] = openLegs(place, outline);
  const t = place.way === "back" ? firstStep(place, outline) : startOf(leg, outline.T);
  return { ...place, t, phase: leg.from };
}

/**
 * Where a walk ends: its last step, with all that is computed there.
 *
 * @param {Place} place
 */
function atLast(place, outline) {
  const leg = openLegs(place, outline).at(-1);
  return { ...place, t: endOfLeg(leg, outline.T), phase: leg.to };
}

/**
 * The next step at which the tracks differ, and after the last one the first; under the cover none is given away.
 *
 * @param {Place} place
 */
function toDifference(place, outline) {
  const known = outline.differences().filter((t) => place.cover === null || t < place.cover);
  const t = known.find((one) => one > place.t) ?? known[0] ?? place.t;
  return { ...place, t };
}

/**
 * The next unit, or the next one down where units are sorted.
 *
 * @param {Place} place
 */
function nextUnit(place, by, outline) {
  const order = boundsOf(place, outline).order(place);
  if (order === null || !order.includes(place.unit)) return place.unit + by;
  return order[Math.min(Math.max(order.indexOf(place.unit) + by, 0), order.length - 1)];
}

/** The view after one, of those that are offered; after the last the first. */
function nextOf(views, view) {
  return views[(Math.max(0, views.indexOf(view)) + 1) % views.length];
}

/**
 * Another track in focus, from the last on to the first: at the same phase, if it has one of that name.
 *
 * @param {Place} place
 */
function inTrack(place, asked, outline) {
  const count = outline.tracks.length;
  const track = ((asked % count) + count) % count;
  if (track === place.track) return place;
  const same = phasesOf({ ...place, track }, outline).indexOf(phasesOf(place, outline)[place.phase]);
  const phase = same < 0 ? placeIn(place, track, outline).phase : same;
  return { ...place, track, phase, choice: null };
}

/**
 * A phase on or back, into the next step or the one before, or into another leg; at the ends it stays.
 *
 * @param {Place} place
 */
function byPhase(place, by, outline) {
  const { T } = outline;
  const legs = openLegs(place, outline);
  // Back from a question leads to what is visible before it.
  const phase = place.asked && by < 0 ? place.asked.from : place.phase;
  const k = legOf(legs, phase);
  const { from, to } = legs[k];
  const count = to - from + 1;
  // Steps are counted from where the leg comes from.
  const counted = (t) => (legs[k].by > 0 ? t : T - 1 - t);
  const flat = counted(place.t) * count + Math.max(0, phase - from) + by;
  if (flat >= 0 && flat < T * count)
    return { ...place, t: counted(Math.floor(flat / count)), phase: from + (flat % count) };
  const next = legs[k + by];
  if (!next) return place;
  return by > 0
    ? { ...place, t: startOf(next, T), phase: next.from }
    : { ...place, t: endOfLeg(next, T), phase: next.to };
}

/**
 * A new round: from now on the stage asks, first about what comes after all that is visible now.
 *
 * @param {Place} place
 */
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

/**
 * The open question answered, or with null only revealed: what it asks for is then visible.
 *
 * @param {Place} place
 */
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

/** @param {Place} place */
function inside(place, outline) {
  const t = Math.min(Math.max(place.t, 0), outline.T - 1);
  const unit = Math.min(Math.max(place.unit, 0), boundsOf(place, outline).units - 1);
  return t === place.t && unit === place.unit ? place : { ...place, t, unit };
}

/**
 * The place with the question that stands there, if the stage asks: at its phase and unit. A reader who comes to a step
 * from `before`, another one, comes to the step's first question; within a step, to the one that the phase stands
 * before. At a later step the earlier targets are visible as inputs, so there is nothing left to ask before it.
 *
 * @param {Place} place
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

/**
 * The place of a view that asks at its step, where nothing is to be asked at its phase: at the step's first question.
 *
 * @param {Place} place
 * @param {Outline} outline
 * @returns {Place}
 */
export function askingAhead(place, outline) {
  const { t, cover, asked } = place;
  const first = cover === t && asked === null ? firstQuestion(boundsOf(place, outline).questions(t), t) : undefined;
  return first ? asking({ ...place, phase: first.phase, unit: first.unit ?? place.unit }, outline) : place;
}

/** Whether a question has its answer in this round. */
function isKnown({ answers }, { key }) {
  return key in answers && !answers[key].isPast;
}

/** The keys of the phases through which the place goes. */
function phasesOf({ track, way }, outline) {
  const { phases, back } = outline.tracks[track];
  return way === "back" ? back : phases;
}

/** The legs of the walk in which the place is. */
function legsAt({ track, way }, outline) {
  const { legs, legsBack } = outline.tracks[track];
  return way === "back" ? legsBack : legs;
}

/**
 * Those that one walks through: while the stage asks, the one with the output, because the others know the answers.
 *
 * @param {Place} place
 */
function openLegs(place, outline) {
  const legs = legsAt(place, outline);
  return place.cover === null ? legs : legs.slice(-1);
}

/** @param {Place} place */
function boundsOf(place, outline) {
  return outline.tracks[place.track];
}

function within(value, most) {
  return Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), most) - 1;
}

// The foot of the stage: the keys of the walk, the step, and the phases as a row of named points, each in its place.

/** @import {Place} from "../place.d.ts" */
/** @import {Context} from "../context.d.ts" */

import { h, set, write } from "../../web/dom.js";
import { fill } from "../../web/numbers.js";
import { colon } from "../../web/punctuation.js";
import { textWidth } from "./panels/geometry.js";
import { SPEEDS } from "./place/playback.js";
import { playSign } from "./playsign.js";
import { letterParts, plainLetter } from "./words/labels.js";

// Before scaling: the keys with the step, a letter of a point's name, and what keeps two names apart.
const KEYS = { page: 425, slide: 330 };
const NAME = { letter: 13.9, apart: 4 };

/**
 * The foot in a width. acts: what each button does, by name, and `act` for the cursor.
 * Returns {element, update(place), showPlaying({isPlaying, speed})}.
 *
 * @param {Context} context
 */
export function foot(context, acts, width, isPresenting) {
  const { model, notation, strings, scale, narrow, isBack } = context;
  const sign = playSign();
  const faster = h("span");
  const play = button("play", sign.element);
  play.append(faster);
  const options = SPEEDS.map((times) => h("option", { value: times }, `${times}×`));
  const named = { "aria-label": strings.speed, title: strings.speed };
  const speed = h("select", { class: "choice speed", ...named }, ...options);
  speed.addEventListener("change", () => acts.setSpeed(Number(speed.value)));
  const where = h("strong", { class: "where" });
  const phase = h("span", { class: "phase" });
  const [steps, phases] = [
    [button("first", "«", { do: "first" }), button("back", "←", { do: "step", by: -1 })],
    [button("phaseBack", "↑", { do: "phase", by: -1 }), button("phaseForward", "↓", { do: "phase", by: 1 })],
  ];
  steps.push(button("forward", "→", { do: "step", by: 1 }), button("last", "»", { do: "last" }));
  const keys = h(
    "div",
    { class: "keys", role: "toolbar", "aria-label": strings.footKeys },
    ...(isPresenting ? steps.slice(1, 3) : steps),
    ...phases,
    play,
    // On a projector + and − do it, and the key says which speed it is; a phone has a line below for it.
    isPresenting || narrow ? null : speed,
  );
  const points = model.phases.map(point);
  const row = h("ol", { class: "points", "aria-label": strings.footPhases }, ...points.map(({ element }) => element));
  const room = (width - (isPresenting ? KEYS.slide : KEYS.page) * scale) / points.length;
  const widest = Math.max(...model.phases.map((one) => textWidth(shortName(one).join(""), NAME.letter * scale)));
  // Where the points have no room for their names, the phase of the place is named beside its step.
  const isNamed = !narrow && widest + NAME.apart * scale <= room && model.diagrams.length === 1;
  phase.classList.toggle("unseen", isNamed);
  row.classList.toggle("nameless", !isNamed);
  const parts = model.diagrams.length > 1 ? partsOf(model).map(part) : [];
  const walk = h("div", { class: "phase-row" }, row, ...parts.map(({ button: made }) => made));
  walk.classList.toggle("crowded", !narrow && areCrowded(parts));
  walk.style.setProperty("--points", String(points.length));
  const element = h(
    "footer",
    { class: "stage-foot" },
    keys,
    h("div", { class: "place" }, where, phase),
    narrow ? speed : null,
    walk,
  );

  function button(key, signed, action) {
    const title = strings[key];
    const made = h("button", { type: "button", class: "key", title, "aria-label": title }, signed);
    made.addEventListener("click", action ? () => acts.act(action) : acts[key]);
    return made;
  }

  /**
   * What a phase is about, [word, index]: one word where there is one. What the way back hands on bears its letter: its
   * word would be that of a state of this step, or of a gate.
   *
   * @param {Context["model"]["phases"][number]} phase
   * @returns {[string, string]}
   */
  function shortName({ title, target, before }) {
    const { word, kind } = model.quantity(target);
    if (!isBack || !(before || kind === "input")) return [word || title, ""];
    const time = !before ? "t" : model.isBackward(target) ? "t+1" : "t−1";
    const [{ base, sub }] = letterParts(notation, target, time);
    return [base, sub];
  }

  function point(one, k) {
    const { title } = one;
    const [word, index] = shortName(one);
    const name = h("span", { class: "point-name" }, word, index === "" ? null : h("sub", {}, index));
    // What is seen is part of what is heard.
    const heard = index === "" ? title : `${title}${colon()}${word}${index}`;
    const made = h("button", { type: "button", class: "point", title, "aria-label": heard, tabindex: "-1" }, name);
    made.addEventListener("click", () => acts.act({ do: "go", to: { phase: k } }));
    return { element: h("li", {}, made), button: made };
  }

  /** Of a network of several cells each is named under its points, and leads to its last phase. */
  function part({ diagram, from, to, last }) {
    const { title } = model.diagrams[diagram];
    const name = h("span", { class: "part-name" }, title);
    const made = h("button", { type: "button", class: "part", "aria-label": title }, name);
    made.style.gridColumn = `${from + 1} / ${to + 2}`;
    made.addEventListener("click", () => acts.act({ do: "go", to: { phase: last } }));
    return { diagram, button: made, title, from, to };
  }

  /** Half of what the name of a part takes. */
  function halfOf({ title }) {
    return textWidth(title, NAME.letter * scale) / 2 + NAME.apart * scale;
  }

  function middleOf({ from, to }) {
    return ((from + to + 1) / 2) * room;
  }

  /**
   * Whether the names of parts would lie over one another: each is in the middle of its points, the last one at the
   * end. Where they do, one near an end of the row stands at that end of its points.
   */
  function areCrowded(all) {
    const end = points.length * room;
    const places = all.map((one, k) => {
      const middle = k < all.length - 1 ? middleOf(one) : end - halfOf(one);
      return [middle - halfOf(one), middle + halfOf(one)];
    });
    for (const one of all) {
      one.button.classList.toggle("at-start", middleOf(one) < halfOf(one));
      one.button.classList.toggle("at-end", middleOf(one) + halfOf(one) > end);
    }
    return places.some(([start], k) => start < (places[k - 1]?.[1] ?? 0));
  }

  /** @param {Place} place */
  function update(place) {
    const [step, ofPhases] = wordsAt(context, place);
    write(where, step);
    write(phase, ofPhases);
    set(phase, "title", model.phases[place.phase].title);
    points.forEach(({ button: made }, k) => {
      made.classList.toggle("is-past", k < place.phase);
      if (k === place.phase) set(made, "aria-current", "step");
      else made.removeAttribute("aria-current");
    });
    for (const { diagram, button: made } of parts) {
      set(made, "aria-pressed", diagram === model.diagramOf[place.phase]);
    }
  }

  function showPlaying({ isPlaying, speed: times }) {
    sign.show(isPlaying);
    write(faster, isPresenting && times !== 1 ? ` ${times}×` : "");
    play.title = isPlaying ? strings.pause : strings.play;
    play.setAttribute("aria-label", play.title);
    speed.value = String(times);
  }
  return { element, update, showPlaying };
}

/**
 * The points of each diagram in a row, {diagram, from, to, last}: last is the last phase that it draws itself.
 *
 * @param {Context["model"]} model
 */
function partsOf({ diagrams, diagramOf, phases }) {
  const starts = [...new Set(diagramOf)].map((diagram) => diagramOf.indexOf(diagram)).sort((a, b) => a - b);
  return starts.map((from, n) => {
    const { nodes } = diagrams[diagramOf[from]];
    const last = phases.findLastIndex(({ key }) => nodes.some(({ phase }) => phase === key));
    return { diagram: diagramOf[from], from, to: (starts[n + 1] ?? phases.length) - 1, last };
  });
}

/**
 * The step and the phase in words. Backwards letters say it shorter.
 *
 * @param {Context} context
 * @param {Place} place
 */
function wordsAt({ model, notation, strings, isBack }, { t, phase: k }) {
  const { title: named, target, before } = model.phases[k];
  const title = isBack ? `∂L/∂${plainLetter(notation, target, model.stepNumber(target, t, before))}` : named;
  const isLeftwards = model.legAt(k).by < 0;
  // The usual direction needs no arrow.
  const said = isLeftwards ? strings.stepBack : isBack ? strings.stepOnwards : strings.stepOf;
  return [
    fill(said, { t: t + 1, T: model.sizes.T }),
    fill(strings.phaseOf, { phase: k + 1, phases: model.phases.length, title }),
  ];
}

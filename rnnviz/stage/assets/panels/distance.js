// How far back a weight's gradient comes from: a bar for each number of steps between a use and its loss, as a share of
// the whole.

/** @import {Place} from "../../place.d.ts" */
/** @import {Context} from "../../context.d.ts" */

import { h, hide, s, set, write } from "../../../web/dom.js";
import { fill, full, numberedMessage, percent } from "../../../web/numbers.js";
import { colon } from "../../../web/punctuation.js";
import { slices } from "../../../web/slices.js";
import { nearShare, sharesByDistance, splitWeights } from "../model/bydistance.js";
import { flatTensors, flatWeights, heldIn } from "../model/changed.js";
import { createProbes, recurrentPass } from "../model/probes.js";
import { plainLetter } from "../words/labels.js";
import { layoutShares } from "./distancelayout.js";
import { numberAt, weightNamed } from "./gradientslayout.js";

// What is farther than the steps that are named comes to no more than this.
const REST = 0.05;
// Before scaling: the line of the choice, and of letters.
const HEAD = 34;
const LETTER = 14;

/** @param {Context} context */
export function distance(context, width, height) {
  const { model, forward, strings, notation, scale, go } = context;
  const { pass } = recurrentPass(forward.program);
  const names = splitWeights(pass);
  const { T } = model.sizes;
  const room = { width, height: height - HEAD * scale, size: LETTER * scale };
  const select = h("select", { class: "choice", "aria-label": strings.editName });
  select.append(...names.map((name) => h("option", { value: name }, plainLetter(notation, name, ""))));
  const done = h("progress", { max: 1, "aria-label": strings.reachProgress });
  const said = h("p", { class: "finding" });
  const chart = s("svg", { class: "distance-chart", role: "img", width: room.width, height: room.height });
  set(chart, "font-size", room.size);
  const element = h("div", { class: "distance" }, h("p", { class: "reach-head" }, select, done), chart);
  const work = slices(() => element.isConnected);
  let state;
  let shares = new Float64Array(T);
  let computed = "";
  let isDone = false;

  select.addEventListener("change", () => {
    const at = numberAt(model, `${select.value}.1.1`);
    go({ weight: weightNamed(model, at) });
  });

  /** The weight that the place names, where its gradient is split; else the first recurrent one. */
  function named() {
    const { name } = numberAt(model, state.weight);
    return names.includes(name) ? name : numberAt(model, "").name;
  }

  /** @param {Place} place */
  function update(place) {
    state = place;
    const name = named();
    const losses = place.losses ?? [...Array(T).keys()];
    const key = `${forward.version} ${name} ${losses}`;
    if (key !== computed) compute(key, name, losses);
    else draw();
  }

  function compute(key, name, losses) {
    computed = key;
    isDone = false;
    set(element, "data-whole", "");
    select.value = name;
    shares = new Float64Array(T);
    work.start(walk(name, losses, shares), (share) => {
      isDone = share === 1;
      done.value = share;
      hide(done, isDone);
      set(element, "data-whole", isDone ? key : "");
      draw();
    });
    draw();
  }

  function* walk(name, losses, found) {
    const weights = flatWeights(forward);
    yield 0;
    const probes = createProbes(forward.program, weights, flatTensors(forward), {
      targets: forward.targets,
      held: (one) => heldIn(forward, one),
    });
    const gradient = model.parameter(name);
    yield 0;
    return yield* sharesByDistance(probes, weights, name, { losses, gradient, found });
  }

  /** What the losses that nobody has seen yet come to is nobody's to see. */
  const isSeen = () => isDone && (state.cover === null || state.cover === undefined);

  function draw() {
    const letters = `∂L/∂${plainLetter(notation, named(), "")}`;
    const words = isSeen() ? sentence(letters) : strings.notYet;
    write(said, words);
    set(chart, "aria-label", `${strings.distanceTab}${colon()}${words}`);
    const laid = layoutShares(isSeen() ? shares : new Float64Array(T), room);
    chart.replaceChildren(
      s("line", { class: "axis", ...laid.axis }),
      ...laid.bars.map((bar, d) =>
        s("rect", { class: shares[d] < 0 ? "minus" : "plus", rx: 2, ...bar, "data-full": barWords(d) }),
      ),
      ...laid.shares.map(({ d, ...at }) => s("text", { class: "distance-share", ...at }, percent(shares[d]))),
      ...laid.steps.map(({ step, ...at }) => s("text", { class: "distance-step", ...at }, String(step))),
      s("text", { class: "distance-axis", ...laid.title }, strings.distanceAxis),
    );
  }

  function barWords(d) {
    return fill(numberedMessage(strings, "distanceBar", d), { steps: d, share: `${full(100 * shares[d])} %` });
  }

  function sentence(letters) {
    if (shares.every((share) => share === 0)) return fill(strings.distanceNone, { gradient: letters });
    const { steps, share } = nearShare(shares, REST);
    const own = { gradient: letters, own: percent(shares[0]) };
    if (steps <= 0) return fill(strings.distanceOwn, own);
    return fill(numberedMessage(strings, "distanceNear", steps), { ...own, steps, share: percent(share) });
  }

  function tables() {
    const table = {
      corner: strings.distanceAxis,
      columns: [strings.distanceShare],
      rows: Array.from(shares, (share, d) => ({ head: String(d), cells: [isSeen() ? share : strings.notYet] })),
      note: strings.distanceNote,
    };
    const letters = `∂L/∂${plainLetter(notation, named(), "")}`;
    return [{ name: "distance", title: `${strings.distanceTab}${colon()}${letters}`, make: () => table }];
  }
  return { element, aside: said, update, tables };
}

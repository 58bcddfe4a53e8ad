// A diagram laid out from a cell's equations: a box a phase, in layers; as `../layout.py`, with its sizes.

/** @import {Equation, Expression, TensorName} from "../../engine/program.d.ts" */
/** @import {Diagram, Node} from "../../stage/scene.d.ts" */
/** @import {Layout, Phase} from "./cells.d.ts" */
/** @typedef {{key: string, layer: number, room: [number, number], before: Place[], after: Place[], y: number}} Place */

import { textOf } from "./equation.js";
import { partsOf, tensor } from "./tree.js";

/**
 * The dataflow of one step: sources to the left, then a box a phase.
 *
 * @param {Layout} sizes
 * @param {Phase[]} phases
 * @returns {Diagram}
 */
export function layered(sizes, phases) {
  const equations = phases.map(({ equation }) => equation);
  const targets = equations.map(({ target }) => target);
  /** @type {Map<string, TensorName>} */
  const tensors = new Map(targets.map((name) => [name, tensor(name)]));
  // What each equation reads, by its text: H and H_prev are two.
  const reads = equations.map(({ expression }) => {
    const leaves = leavesOf(expression).filter(({ op }) => op === "tensor");
    for (const leaf of leaves) tensors.set(textOf(leaf), /** @type {TensorName} */ (leaf));
    return leaves.map((leaf) => textOf(leaf));
  });
  const readBy = new Map(targets.map((target, k) => [target, new Set(reads[k])]));
  const depth = relieved(depths());
  const count = Math.max(...depth.values()) + 1;
  const pitch = sizes.width / count;
  const strip = Math.min(sizes.strip, pitch - sizes.tracks);
  /** @type {Map<string, Place[]>} */
  const ways = new Map();
  const layers = placed();
  return { nodes: nodes(), edges: edges(), title: "", path: [], strip_width: strip, with_output: null, values: {} };

  /** The layer of each box: one before the first that reads it. Sources are in the first. */
  function depths() {
    const last = new Map();
    for (let k = targets.length - 1; k >= 0; k -= 1) {
      if (!last.has(targets[k])) last.set(targets[k], 0);
      const own = last.get(targets[k]);
      for (const key of reads[k]) last.set(key, Math.min(last.get(key) ?? 0, own - 1));
    }
    const first = Math.min(...targets.map((target) => last.get(target))) - 1;
    const sources = [...last.keys()].filter((key) => !targets.includes(key));
    return new Map([
      ...sources.map((key) => /** @type {[string, number]} */ ([key, 0])),
      ...targets.map((target) => /** @type {[string, number]} */ ([target, last.get(target) - first])),
    ]);
  }

  /** The layers after moving boxes to the left, where they can go, out of full layers. */
  function relieved(depth) {
    const total = ([above, below]) => above + below;
    const readersOf = (key) => targets.filter((target) => readBy.get(target).has(key)).map((one) => depth.get(one));
    const taken = (layer) => {
      const boxes = targets.filter((target) => depth.get(target) === layer).length;
      const wires = [...depth].filter(([key, own]) => own < layer && layer < Math.max(0, ...readersOf(key))).length;
      return boxes * total(sizes.box) + wires * total(sizes.wire);
    };
    for (let layer = Math.max(...depth.values()); layer > 1; layer -= 1) {
      const isFree = (target) => [...readBy.get(target)].every((key) => depth.get(key) < layer - 1);
      const free = targets.filter((target) => depth.get(target) === layer && isFree(target));
      while (taken(layer) > sizes.height && free.length) depth.set(free.pop(), layer - 1);
    }
    return depth;
  }

  /** The layers, each from top to bottom. */
  function placed() {
    /** @type {Place[][]} */
    const layers = Array.from({ length: count }, () => []);
    const place = (key, layer, room) => {
      /** @type {Place} */
      const made = { key, layer, room, before: [], after: [], y: 0 };
      layers[layer].push(made);
      return made;
    };
    for (const [key, layer] of depth) {
      ways.set(key, [place(key, layer, targets.includes(key) ? sizes.box : sizes.source)]);
    }
    targets.forEach((target, k) => {
      for (const key of new Set(reads[k])) {
        const way = ways.get(key);
        while (way[0].layer + way.length < depth.get(target)) {
          const passing = place(key, way.at(-1).layer + 1, sizes.wire);
          join(way.at(-1), passing);
          way.push(passing);
        }
        join(way[depth.get(target) - 1 - way[0].layer], ways.get(target)[0]);
      }
    });
    for (let sweep = 0; sweep < sizes.sweeps; sweep += 1) {
      const isForwards = sweep % 2 === 0;
      for (const places of isForwards ? layers : layers.toReversed()) {
        spread(places);
        const heights = new Map(places.map((one) => [one, heightOf(one, isForwards ? one.before : one.after)]));
        places.sort((a, b) => heights.get(a) - heights.get(b));
        spread(places);
      }
    }
    return layers;
  }

  /** Places one below another over the whole height, with the same room between all. */
  function spread(layer) {
    const taken = layer.reduce((sum, { room: [above, below] }) => sum + (above + below), 0);
    let between = (sizes.height - taken) / (layer.length + 1);
    let scale = 1;
    if (between < 0) {
      scale = sizes.height / taken;
      between = 0;
    }
    let top = between;
    for (const place of layer) {
      const [above, below] = place.room;
      place.y = rounded(top + scale * above);
      top += scale * (above + below) + between;
    }
  }

  function nodes() {
    const place = (key) => ({ x: rounded(pitch * (depth.get(key) + 0.5)), y: ways.get(key)[0].y });
    const sources = [...depth.keys()].filter((key) => !targets.includes(key));
    /** @type {Node[]} */
    const first = sources.map((key) => {
      const { name, before } = tensors.get(key);
      return { key, kind: "source", ...place(key), phase: "", label: "", writes: name, strip: null, before };
    });
    /** @type {Node[]} */
    const boxes = phases.map(({ key: phase, equation: { target: key, expression } }) => {
      const label = labelOf(expression);
      return { key, kind: "function", ...place(key), phase, label, writes: key, strip: null, before: false };
    });
    return [...first, ...boxes];
  }

  function edges() {
    return targets.flatMap((target, k) =>
      [...new Set(reads[k])].map((key) => {
        return { source: key, target, carries: tensors.get(key).name, via: via(key, target), factor: null };
      }),
    );
  }

  /** The corners of a wire: through its places, up or down between the layers. */
  function via(key, target) {
    const way = ways.get(key).slice(0, depth.get(target) - depth.get(key));
    const [box] = ways.get(target);
    const entering = [...box.before].sort((a, b) => a.y - b.y);
    const share = (entering.indexOf(way.at(-1)) + 1) / (entering.length + 1);
    const port = rounded(box.y + sizes.ports * (2 * share - 1));
    const ends = [...way.slice(1).map(({ y }) => y), port];
    return way.flatMap((here, k) => {
      const x = trackOf(here);
      return [
        [x, here.y],
        [x, ends[k]],
      ];
    });
  }

  /** The track where the wire that leaves a place goes up or down: each wire has its own. */
  function trackOf(place) {
    const leaving = layers[place.layer].filter(({ after }) => after.length);
    const share = (leaving.indexOf(place) + 1) / (leaving.length + 1);
    return rounded(pitch * (place.layer + 1) + (pitch - strip) * (share - 0.5));
  }

  /** The function outside, or else the operations of an equation, from outside. @param {Expression} e */
  function labelOf(e) {
    if (e.op === "apply") return signOf(e.function);
    let label = "";
    for (const one of new Set(signsOf(e))) {
      const longer = `${label} ${one}`.trim();
      label = [...longer].length <= sizes.label ? longer : label;
    }
    return label;
  }

  function signOf(name) {
    return sizes.signs[name] ?? name;
  }

  /** @param {Expression} e */
  function signsOf(e) {
    const own = e.op === "sum" ? "+" : e.op === "apply" ? signOf(e.function) : sizes.operators[e.op];
    return [...(own ? [own] : []), ...partsOf(e).flatMap(signsOf)];
  }
}

/**
 * The leaves of an expression, from left to right.
 *
 * @param {Expression} e
 * @returns {Expression[]}
 */
function leavesOf(e) {
  const inside = partsOf(e);
  return inside.length ? inside.flatMap(leavesOf) : [e];
}

/** The mean height of the neighbours on one side; a place's own if it has none there. */
function heightOf(place, neighbours) {
  if (neighbours.length === 0) return place.y;
  return neighbours.reduce((sum, { y }) => sum + y, 0) / neighbours.length;
}

function join(a, b) {
  if (a.after.includes(b)) return;
  a.after.push(b);
  b.before.push(a);
}

/** Two digits, as Python rounds: of two that are equally close the even one, which happens at odd eighths alone. */
function rounded(x) {
  if (Math.abs((8 * x) % 2) !== 1) return Number(x.toFixed(2));
  const below = Math.floor(100 * x);
  return (below % 2 === 0 ? below : below + 1) / 100;
}

// The triangle of all pairs of a loss and a step, in shades.

import { clamp } from "../../../plot/plot.js";
import { survives } from "../throughtime.js";
import { log } from "./decades.js";

// Powers of ten at which a shade is full, either way; how many shades there are, and the one of what is cut.
export const DECADES = 6;
export const SHADES = 12;
const CUT_SHADE = 4;
const TRIANGLES_DRAWN = new WeakMap();
/** A triangle of pairs in shades, the earliest loss below; those that a knife cuts in grey. Drawn once for a place. */
export function triangle(norms, T, { left, top, size }, knifeAt = null) {
  const key = `${left} ${top} ${size} ${knifeAt?.cuts} ${knifeAt?.length}`;
  if (TRIANGLES_DRAWN.get(norms)?.key !== key) {
    TRIANGLES_DRAWN.set(norms, { key, nodes: shadesOf(norms, T, { left, top, size }, knifeAt) });
  }
  return TRIANGLES_DRAWN.get(norms).nodes;
}

function shadesOf(norms, T, { left, top, size }, knifeAt) {
  const one = size / T;
  const shades = new Map();
  for (let t = 0; t < T; t += 1) {
    for (let k = 0; k <= t; k += 1) {
      const share = clamp(log(norms[t * T + k]) / DECADES, -1, 1);
      const isCut = knifeAt !== null && !survives(knifeAt.cuts, knifeAt.length, t, k);
      const kind = isCut ? "cut" : share < 0 ? "patch is-below" : "patch is-above";
      const shade = isCut ? CUT_SHADE : Math.max(1, Math.round(Math.abs(share) * SHADES));
      const place = `M${(left + k * one).toFixed(2)},${(top + (T - 1 - t) * one).toFixed(2)}`;
      const name = `${kind}|${shade}`;
      shades.set(name, `${shades.get(name) ?? ""}${place}h${one}v${one}h${-one}z`);
    }
  }
  return [
    ["path", { class: "paper", d: `M${left},${top}h${size}L${left},${top + size}z` }],
    ...[...shades].map(([name, d]) => {
      const [kind, shade] = name.split("|");
      const opacity = (Number(shade) / SHADES).toFixed(3);
      return ["path", { class: kind, d, "fill-opacity": opacity, "shape-rendering": "crispEdges" }];
    }),
  ];
}

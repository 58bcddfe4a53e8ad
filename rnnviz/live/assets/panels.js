// The panels of a training's view, by name, each with {element, update(view)}.

import { continuation } from "./continuation.js";
import { controls } from "./controls.js";
import { curves } from "./curves/curves.js";
import { feedingPanel } from "./feeding.js";
import { machine } from "./machine.js";
import { outcome } from "./outcome.js";
import { page } from "./page/page.js";
import { probe } from "./probe.js";
import { reachPanel } from "./reach.js";
import { replay } from "./replay.js";
import { samples } from "./samples.js";
import { temperature } from "./temperature.js";

/** note: the tip under the pointer. first: a recorded training, or null. acts: what the bar's buttons do, and
 * goTo(step), visit(at), heat(temperature), focus(). */
export function livePanels(context, note, { look, first }, acts) {
  const heats = [1, 2, 3].map(() => temperature(context, acts.heat));
  const panels = {
    controls: controls(context, acts),
    curves: curves(context, first, acts.goTo, acts.focus),
    page: page(context, note, first, acts.visit),
    outcome: outcome(context),
    samples: samples(context),
    probe: probe(context, note),
    machine: machine(context, acts.visit),
    reach: reachPanel(context, acts.table),
    replay: replay(context, (run, query) => look(run, "replay", query), note),
    continuation: continuation(context, (run, query) => look(run, "next", query), heats[1].element),
    feeding: feedingPanel(context, (run, query) => look(run, "feeding", query), heats[2].element),
  };

  function update(view) {
    for (const panel of [...Object.values(panels), ...heats]) panel.update(view);
  }

  function remove() {
    panels.curves.remove();
    panels.page.remove();
    panels.continuation.remove();
    panels.feeding.remove();
  }
  return { panels, heat: heats[0].element, update, remove };
}

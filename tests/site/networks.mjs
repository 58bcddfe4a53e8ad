// Takes {about, own, template, query, steps} and gives what the static edition makes of a link's first network: random
// weights, the losses of learning, and the track of those weights, or with isTaught of those that it has learnt; with
// changes also its files.

import { notFiniteIn } from "../../rnnviz/site/assets/checks.js";
import { ownCells } from "../../rnnviz/cells/browser/own.js";
import { readLink } from "../../rnnviz/address/browser/link.js";
import { learning, memorise } from "../../rnnviz/site/assets/memorise.js";
import { inputOf, lessonsOf, networkOf, programOf, randomWeights } from "../../rnnviz/site/assets/network.js";
import { notebook } from "../../rnnviz/export/browser/notebook.js";
import { archive, csv, json } from "../../rnnviz/export/browser/numbers.js";
import { script } from "../../rnnviz/export/browser/torch_script.js";
import { seenOf } from "../../rnnviz/site/assets/seen.js";
import { trackOf } from "../../rnnviz/site/assets/track.js";

const ABOUT = { id: "", caption: "", label: "", language: "en", strings: {} };

export default function answer({ about: told, own, template: builtIn, query, steps, isTaught, changes, code }) {
  const about = { ...told, own: own && ownCells(own) };
  const { link } = readLink(about, query);
  const network = networkOf(about, link);
  const template = builtIn ?? about.own.read(link.equations).template(network.sizes.length);
  const weights = randomWeights(template, network, link.seed);
  const found =
    template.checks && notFiniteIn(programOf(template, network), template.checks, weights, [inputOf(network.reading)]);
  if (found) return { refused: about.own.notFinite(found) };
  const losses = [];
  if (steps) {
    const { lessons } = lessonsOf(about, link, network);
    for (const { loss } of learning(programOf(template, network), weights, lessons, template.checks)) {
      losses.push(loss);
      if (losses.length >= steps) break;
    }
  }
  const best = isTaught && taught(about, link, template, network);
  const learnt = best ? { steps: best.steps, loss: best.loss } : null;
  const track = trackOf(template, network, best ? best.weights : weights, { ...ABOUT, learnt });
  return {
    ...(changes === undefined ? {} : filesOf({ link, template, network, weights }, track, changes, code)),
    weights: Object.fromEntries([...weights].map(([name, { numbers }]) => [name, [...numbers]])),
    losses,
    track,
  };
}

function taught(about, link, template, network) {
  const { lessons, reached } = lessonsOf(about, link, network);
  const start = randomWeights(template, network, link.seed);
  return memorise(programOf(template, network), start, lessons, reached, () => {}, template.checks);
}

function filesOf(made, track, changes, code) {
  const seen = seenOf(made, [track], 0, changes, [{}]);
  const columns = ["tensor", "t", "unit", "token", "value"];
  const npz = Buffer.from(archive(seen)).toString("base64");
  return { csv: csv(seen, columns), json: json(seen), npz, py: script(seen, code), ipynb: notebook(seen) };
}

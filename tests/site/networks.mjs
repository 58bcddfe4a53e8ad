// Takes {about, template, query, steps} and gives what the static edition makes of a link's first network: random
// weights, the losses of learning, and the track of those weights.

import { readLink } from "../../rnnviz/site/assets/link.js";
import { learning } from "../../rnnviz/site/assets/memorise.js";
import { lessonsOf, networkOf, programOf, randomWeights } from "../../rnnviz/site/assets/network.js";
import { trackOf } from "../../rnnviz/site/assets/track.js";

const ABOUT = { id: "", caption: "", label: "", language: "en", strings: {} };

export default function answer({ about, template, query, steps }) {
  const { link } = readLink(about, query);
  const network = networkOf(about, link);
  const weights = randomWeights(template, network, link.seed);
  const losses = [];
  if (steps) {
    const { lessons } = lessonsOf(about, link, network);
    for (const { loss } of learning(programOf(template, network), weights, lessons)) {
      losses.push(loss);
      if (losses.length >= steps) break;
    }
  }
  return {
    weights: Object.fromEntries([...weights].map(([name, { numbers }]) => [name, [...numbers]])),
    losses,
    track: trackOf(template, network, weights, ABOUT),
  };
}

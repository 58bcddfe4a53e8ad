// Takes {template, text, hidden, seed, steps} and gives what the static edition makes of it: the characters, random
// weights, the losses of learning the text, and the track of those weights.

import { characters, visible } from "../../rnnviz/site/assets/characters.js";
import { learning } from "../../rnnviz/site/assets/memorise.js";
import { programOf, randomWeights, readingOf } from "../../rnnviz/site/assets/network.js";
import { trackOf } from "../../rnnviz/site/assets/track.js";

const ABOUT = { id: "", caption: "", label: "", language: "en", strings: {} };

export default function answer({ template, text, hidden, seed, steps }) {
  const tokens = characters(text);
  const { vocabulary, hot, targets } = readingOf(tokens);
  const sizes = { d: vocabulary.length, h: hidden, q: vocabulary.length };
  const weights = randomWeights(template, sizes, seed);
  const losses = [];
  if (targets) {
    for (const { loss } of learning(programOf(template, sizes), weights, hot, targets)) {
      losses.push(loss);
      if (losses.length >= steps) break;
    }
  }
  return {
    tokens,
    visible: tokens.map(visible),
    weights: Object.fromEntries([...weights].map(([name, { numbers }]) => [name, [...numbers]])),
    losses,
    track: trackOf(template, tokens, hidden, weights, ABOUT),
  };
}

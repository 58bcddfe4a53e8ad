// What a test asks of the course's mathematics in one call, where a chapter takes several.

import { ACTIVATIONS } from "../../rnnviz/course/maths/activations.js";
import { countedGrams, countsAt, followers } from "../../rnnviz/course/maths/counting.js";
import * as nnlm from "../../rnnviz/course/maths/nnlm.js";
import { learn, learner, meanLoss } from "../../rnnviz/course/maths/recurrent.js";
import { sentenceNetAtFirst, sentenceStep } from "../../rnnviz/course/maths/textcnn.js";
import { preparedWords, vectorsAtFirst, vectorStep } from "../../rnnviz/course/maths/wordvectors.js";

/** By the module that they belong to. */
export const IN_ONE_CALL = {
  "maths/activations": {
    /** [f(a), f′(a)]. */
    activated(name, a) {
      const { value, slope } = ACTIVATIONS[name];
      return [value(a), slope(a)];
    },
  },
  "maths/counting": {
    /** `countsAt` some places, of n-grams counted at others. */
    countsIn: (codes, counted, n, V, places) => countsAt(countedGrams(codes, counted, n, V), codes, places),
    followersIn: (codes, counted, V, beginning, alpha) =>
      followers(countedGrams(codes, counted, beginning.length + 1, V), beginning, alpha),
  },
  "maths/nnlm": {
    learntState(what, steps) {
      const state = nnlm.beginLearning(what);
      for (let k = 0; k < steps; k += 1) nnlm.learn(state, k, what);
      return state;
    },
  },
  "maths/recurrent": {
    /** The losses before each step and after the last, and the network then. */
    trained(network, examples, steps, rate) {
      const one = learner(network);
      const losses = Array.from({ length: steps }, (_, k) => learn(one, k, examples, rate));
      return { losses: [...losses, meanLoss(one.network, examples)], network: one.network };
    },
  },
  "maths/textcnn": {
    trainedNet(what, steps) {
      const state = sentenceNetAtFirst(what);
      let loss = 0;
      for (let k = 0; k < steps; k += 1) loss = sentenceStep(state, k, what);
      return { parameters: state.parameters, loss };
    },
  },
  "maths/wordvectors": {
    trainedVectors(asked, text, steps) {
      const what = preparedWords(asked, text);
      const state = vectorsAtFirst(what);
      const losses = Array.from({ length: steps }, (_, k) => vectorStep(state, k, what));
      return { ...state, losses };
    },
  },
};

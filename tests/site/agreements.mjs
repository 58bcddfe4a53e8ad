// Takes {grammar, samples} and gives how often each sample follows each rule.

import { agreementCounter } from "../../rnnviz/training/browser/agreements.js";

export default function answer({ grammar, samples }) {
  return samples.map(agreementCounter(grammar));
}

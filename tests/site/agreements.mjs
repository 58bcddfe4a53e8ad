// Takes {grammar, samples} and gives how often each sample follows each rule.

import { agreementCounter } from "../../rnnviz/site/assets/train/agreements.js";

export default function answer({ grammar, samples }) {
  return samples.map(agreementCounter(grammar));
}

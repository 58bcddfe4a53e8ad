// Takes {metrics, writings, trials, run} and gives the facts that a browser finds in them.

import { verdictOf } from "../../rnnviz/training/browser/verdict.js";

export default function answer({ metrics, writings, trials, run }) {
  return verdictOf(metrics, writings, trials, run);
}

// Takes {metrics, writings, run} and gives the facts that a browser finds in them.

import { verdictOf } from "../../rnnviz/training/browser/verdict.js";

export default function answer({ metrics, writings, run }) {
  return verdictOf(metrics, writings, run);
}

// Takes {text, sample} and gives where real words of the text stand in the sample.

import { lexiconOf, numbered } from "../../rnnviz/training/browser/baselines.js";
import { characters } from "../../rnnviz/web/characters.js";

export default function answer({ text, sample }) {
  const { vocabulary, numbers } = numbered(text);
  return lexiconOf(vocabulary, numbers)(characters(sample));
}

// Takes {fields, given}: fields of addresses, and of each the words of some addresses. Gives for each of these the
// value, why it was refused, and the word that is written for it.

import { taken, wordOf } from "../../rnnviz/web/fields.js";

export default function answer({ fields, given }) {
  return fields.map((field, k) =>
    given[k].map((words) => {
      const { value, refused } = taken(field, words);
      return refused ? { refused } : { refused, value, word: wordOf(field, value) };
    }),
  );
}

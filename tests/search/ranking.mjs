// What a query finds in an index, for Python to look at.
import { marksIn, searcher, wordsOf } from "../../rnnviz/search/assets/ranking.js";

/** asked: {index, queries}, or {texts: [text, query]}. */
export default ({ index, queries, texts }) => {
  const marked = ([text, query]) => marksIn(text, wordsOf(query)).map(([from, to]) => text.slice(from, to));
  if (texts) return texts.map(marked);
  const find = searcher(index);
  return queries.map(find);
};

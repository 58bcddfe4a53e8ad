// What the search reads and shows.

/** [kind, title, where, target, titles in other languages, sentences]; see `index.py`. */
export type Entry = [number, string, string, string, string[], string[]];

/** kinds: their words, by number. letters: the first letters of the pinyin of each Chinese character in a title. */
export interface Index {
  kinds: string[];
  entries: Entry[];
  letters: Record<string, string>;
}

/** name: a title in another language by which it was found, or "". words: of the query, folded. */
export interface Found {
  kind: number;
  title: string;
  where: string;
  target: string;
  name: string;
  sentence: string;
  words: string[];
}

// What the stage's page of the static edition is told; see `stages.py`.

/** Which network reads which text; the names are those of the app's links. */
export interface Choice {
  cell: string;
  text: string;
  hidden: number;
  weights: string;
  seed: number;
}

export interface StageData {
  language: string;
  /** The sentences of the page, of its controls, and of the stage. */
  strings: Record<string, string>;
  words: Record<string, string>;
  sentences: Record<string, string>;
  /** file: of its template. isMain: one of the documents' four. */
  cells: { name: string; title: string; file: string; isMain: boolean }[];
  examples: { text: string; title: string }[];
  /** The files of weights that come with rnnviz, by text and cell. */
  built: Record<string, string>;
  usual: Choice;
  limits: { characters: number; hidden: [number, number]; seed: [number, number] };
  /** What a link of the app may ask for that is not here. */
  others: string[];
  /** The address of the worker. */
  learner: string;
  /** A template or weights: any, because each file has its own shape. */
  fetched(file: string): Promise<any>;
  pictures(): Promise<{ savePicture: unknown; showPictures: unknown }>;
}

// The votes of a series of lectures as Python sends them; see `rnnviz/hall/series.py`. A test holds these shapes to what
// Python makes.

/** What the page of a series draws. */
export interface Series {
  title: string;
  lectures: TaughtOnce[];
  /** Those first that a class got wrong most often. */
  questions: AskedQuestion[];
}

/** A room: when it came to the series, in seconds since 1970, and how many were there when most were. */
export interface TaughtOnce {
  at: number | null;
  present: number | null;
  questions: number;
  votes: number;
}

/** truth: the right answer, null where there is none. wrong: how often fewer than half of a class were right. */
export interface AskedQuestion {
  text: string;
  truth: string | null;
  times: AskedOnce[];
  wrong: number;
}

/** right: how many of the votes; null where there is no right answer. */
export interface AskedOnce {
  at: number | null;
  right: number | null;
  votes: number;
  present: number | null;
}

/** A series of which a browser has the key. */
export interface KeptSeries {
  title: string;
  key: string;
}

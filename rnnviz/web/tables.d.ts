// Numbers that are drawn, as the tables in which they are read.

/** at: what the head is, with all digits. */
export interface Row {
  head: string;
  at?: number | string;
  /** Numbers or texts. */
  cells: (number | string)[];
}

export interface Table {
  /** What the first column is. */
  corner: string;
  /** The heads of the others. */
  columns: string[];
  rows: Row[];
  /** What the table does not show, or "". */
  note?: string;
}

/** A table that can be chosen; isWhole: with all of its rows, as for a file. */
export interface Offer {
  name: string;
  title: string;
  make: (isWhole: boolean) => Table;
}

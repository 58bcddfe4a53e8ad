// What elements are made of; see `dom.js`.

/** Attributes; false and undefined leave one out, in a picture null too; true writes its name alone. */
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** What stands in an element; null and undefined stand for nothing. */
export type Child = Node | string | null | undefined;

// Tables that are asked for names from outside: links, files and messages may say "constructor".

/** What a table has under a name of its own, or undefined. */
export function ownValue(table, name) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

// The keys of what a lecturer lays over a page; none of them means anything to the stage, a chapter or a training.

/** What a tab remembers while a clock is shown: until when it counts, in milliseconds since 1970, or 0. */
export const CLOCK_KEPT = "rnnviz clock";
const TOOL_KEYS = {
  h: "light",
  p: "pen",
  x: "wipe",
  o: "dark",
  k: "clock",
  "*": "add",
  "#": "plan",
  t: "notes",
  z: "close",
};
// Clickers for lectures have a button that sends this one; on the Train page it is a step of the training.
const CLICKER = ".";
const TYPES = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
// In a field for a number these are no signs, and so remain keys.
const IN_NO_NUMBER = ["*", "#"];
const FOR_NUMBERS = "[data-takes=number]";

/** The tool that a key asks for, or "". path: that of the page. */
export function toolOf(event, path) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return "";
  const from = event.composedPath()[0];
  const isSign = from.matches?.(TYPES) && !(IN_NO_NUMBER.includes(event.key) && from.matches(FOR_NUMBERS));
  if (isSign || event.composedPath().some((one) => one.matches?.("dialog[open]"))) return "";
  if (event.key === CLICKER) return path.endsWith("/train") ? "" : "dark";
  return TOOL_KEYS[event.key.toLowerCase()] ?? "";
}

/** The tools' keys as a help lists them. */
export function toolRows(strings, path) {
  return [
    ["H", strings.keyLight],
    ["P", strings.keyPen],
    ["X", strings.keyWipe],
    [path.endsWith("/train") ? "O" : "O .", strings.keyDark],
    ["K", strings.keyClock],
    ["< >", strings.keyWalk],
    ["*", strings.keyAdd],
    ["#", strings.keyPlan],
    ["T", strings.keyNotes],
    ["Z", strings.keyClose],
  ];
}

// What asks for a window or a dialog belongs to the window in which the key is pressed.
const OWN_TO_A_WINDOW = ["t", "#", "f", "?", "e", "k"];
const NAMED = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Escape|Enter)$/;

/** Whether a key that is pressed in the notes acts in the hall's window. */
export function isDriven(key) {
  return NAMED.test(key) || (key.length === 1 && !OWN_TO_A_WINDOW.includes(key.toLowerCase()));
}

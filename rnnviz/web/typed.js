// Which keys are typed into something, and so are no keys of the page.

const TYPES = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
// In a field for a number these are no signs, and so remain keys.
const IN_NO_NUMBER = ["*", "#"];
const FOR_NUMBERS = "[data-takes=number]";

/** Whether a key is typed into a field, belongs to an open dialog, or is the browser's. */
export function isTyped(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const path = event.composedPath();
  const isKey = IN_NO_NUMBER.includes(event.key) && path[0].matches?.(FOR_NUMBERS);
  return Boolean(path[0].matches?.(TYPES) && !isKey) || path.some((one) => one.matches?.("dialog[open]"));
}

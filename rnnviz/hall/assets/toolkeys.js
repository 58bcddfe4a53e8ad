// Which keys a lecturer means for the lecture, and not for what the page shows.

import { KEYS_OF_A_QUESTION, KEYS_OF_THE_HALL, meaningOf } from "../../web/keytable.js";
import { isTyped } from "../../web/typed.js";

/** What a tab remembers while a clock is shown: until when it counts, in milliseconds since 1970, or 0. */
export const CLOCK_KEPT = "rnnviz clock";
const CONTROLS = "button, a, summary, [role=button], [role=slider], [tabindex]:not(.stage, section)";

/** The tool that a key asks for, or "". */
export function toolOf(event) {
  return isTyped(event) ? "" : (meaningOf(KEYS_OF_THE_HALL, event.key) ?? "");
}

/** What a key does while the class is asked: "answer", "on", or "" where it is none of the question's. */
export function askedKeyOf(event) {
  if (isTyped(event)) return "";
  // Enter acts on the control that has the focus.
  if (event.key === "Enter" && event.composedPath()[0].matches?.(CONTROLS)) return "";
  return meaningOf(KEYS_OF_A_QUESTION, event.key) ?? "";
}

/** The keys of the lecture as a help lists them: the tools', and those of a question to the class. */
export function toolRows(strings) {
  return [
    ["Enter PageDown", strings.keyAskedOn],
    ["A … D", strings.keyAskedAnswer],
    ["H", strings.keyLight],
    ["P", strings.keyPen],
    ["X", strings.keyWipe],
    ["O .", strings.keyDark],
    ["K", strings.keyClock],
    ["< >", strings.keyWalk],
    ["*", strings.keyAdd],
    ["#", strings.keyPlan],
    ["T", strings.keyNotes],
    ["Z", strings.keyClose],
  ];
}

// What asks for a window or a dialog belongs to the window in which the key is pressed.
const OWN_TO_A_WINDOW = ["t", "#", "f", "?", "e", "k", "/"];
const NAMED = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Escape|Enter)$/;

/** Whether a key that is pressed in the notes acts in the hall's window. */
export function isDriven(key) {
  return NAMED.test(key) || (key.length === 1 && !OWN_TO_A_WINDOW.includes(key.toLowerCase()));
}

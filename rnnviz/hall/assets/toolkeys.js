// Which keys a lecturer means for the lecture, and not for what the page shows.

import {
  isSilent,
  KEYS_OF_A_LECTURE,
  KEYS_OF_A_QUESTION,
  KEYS_OF_CHOICES,
  KEYS_OF_THE_HALL,
  meaningOf,
} from "../../web/keytable.js";
import { isTyped } from "../../web/typed.js";

/** What a tab remembers while a clock is shown: until when it counts, in milliseconds since 1970, or 0. */
export const CLOCK_KEPT = "rnnviz clock";
const NAMED = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Escape|Enter)$/;
const CONTROLS = "button, a, summary, [role=button], [role=slider], [tabindex]:not(.stage, section)";

/** The tool that a key asks for, or "". lectures: whether it is pressed by who drives a room or walks a plan. */
export function toolOf(event, lectures = false) {
  const table = lectures ? { ...KEYS_OF_THE_HALL, ...KEYS_OF_A_LECTURE } : KEYS_OF_THE_HALL;
  return isTyped(event) ? "" : (meaningOf(table, event.key) ?? "");
}

/** Whether a key would answer, of a reader alone: who lectures answers by no letter. */
export function isOfChoices(event) {
  return !isTyped(event) && meaningOf(KEYS_OF_CHOICES, event.key) !== undefined;
}

/** The way that a key goes while something is asked: on, 1; back, −1; or 0 where it is none of the question's. */
export function wayOf(event) {
  if (isTyped(event)) return 0;
  // Enter acts on the control that has the focus.
  if (event.key === "Enter" && event.composedPath()[0].matches?.(CONTROLS)) return 0;
  if (meaningOf(KEYS_OF_A_QUESTION, event.key) === "on") return 1;
  return event.key === "PageUp" ? -1 : 0;
}

/** Whether a key brings the picture back from the black screen: all that are the lecture's or the page's. */
export function uncovers(event) {
  return !isTyped(event) && !isSilent(event.key) && (event.key.length === 1 || NAMED.test(event.key));
}

/** The keys of the lecture as a help lists them: the tools', and those of a question to the class. */
export function toolRows(strings) {
  return [
    ["Enter PageDown", strings.keyAskedOn],
    ["PageUp", strings.keyAskedBack],
    ["H", strings.keyLight],
    ["P", strings.keyPen],
    ["X", strings.keyWipe],
    ["O . B", strings.keyDark],
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

/** Whether a key that is pressed in the notes acts in the hall's window. */
export function isDriven(key) {
  return NAMED.test(key) || (key.length === 1 && !OWN_TO_A_WINDOW.includes(key.toLowerCase()));
}

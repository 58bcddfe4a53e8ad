// The readings of a sensor, said.

import { fill } from "../../../web/numbers.js";

/** How many there are, where no text can be shown; the last one is read by nobody: it is what is predicted. */
export function countOfReadings({ sizes, strings }) {
  return fill(strings.sensorReadings, { count: sizes.T + 1 });
}

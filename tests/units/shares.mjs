// For a unit's values, a label and thresholds, what the page says is found, and the false alarms.

import { sharesAt } from "../../rnnviz/units/view/assets/apart.js";

export default ({ values, label, thresholds, direction }) =>
  thresholds.map((threshold) => Object.values(sharesAt(values, label, threshold, direction)));

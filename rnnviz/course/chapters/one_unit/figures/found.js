// The unit's values where the label is on and where it is off, a threshold between them, and what it finds.

/** @import {Figure} from "../../../definition.d.ts" */

import { fill, percent, short } from "../../../../web/numbers.js";
import { barY, dot, rect, rule, ruleX, ruleY } from "../../../plot/marks.js";
import { axes, curve, label, paragraph, pathOf, scale, spoken } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { chosenOf, hueOf, NUMBERS, nameOf, thresholdOf, toThreshold } from "../settings.js";
import { histograms, roc, shares } from "../units.js";

const BINS = 40;
const lowerX = (box, { low, high }) => scale([low, high], [1.2 * box.u, box.width - 1.2 * box.u]);

/** What the threshold finds, and its false alarms. */
export const sharesOf = (values) => {
  const { second, direction } = chosenOf(values);
  return shares(second.values, second.on, thresholdOf(values), direction);
};

/** @type {Figure} */
export const FOUND = {
  isTall: true,
  drags: {
    threshold: (x, _y, values, box) => ({ threshold: toThreshold(values, lowerX(box, chosenOf(values)).of(x)) }),
  },
  draw(values, box, words) {
    const { u } = box;
    const one = chosenOf(values);
    const { second, direction, unit } = one;
    const threshold = thresholdOf(values);
    const { found, alarms } = sharesOf(values);
    const bars = once(values.given, `bars ${unit}`, () => histograms(second.values, second.on, one, BINS));
    const points = once(values.given, `roc ${unit}`, () => roc(second.values, second.on, direction));
    const x = lowerX(box, one);
    const most = Math.max(...bars.on, ...bars.off);
    const middle = 0.29 * box.height;
    const up = scale([0, most], [middle, 3.4 * u]);
    const down = scale([0, most], [middle, middle + 0.75 * (middle - 3.4 * u)]);
    const wide = (x.end - x.start) / BINS;
    const says = (k) => direction * (one.low + ((k + 0.5) / BINS) * (one.high - one.low)) > direction * threshold;
    const at = x.at(threshold);
    const end = direction > 0 ? x.end : x.start;
    const side = Math.min(box.width - 13 * u, box.height - down.end - 8.2 * u);
    const [left, low] = [3.6 * u, box.height - 3.4 * u];
    const across = scale([0, 1], [left, left + side]);
    const upwards = scale([0, 1], [low, low - side]);
    const line = points.map(([a, f]) => [across.at(a), upwards.at(f)]);
    const beside = left + side + 1.4 * u;
    const room = box.width - beside;
    return [
      label(0, 1.1 * u, fill(words.values, { unit: nameOf(values, unit) }), { hue: hueOf(values), more: "bold small" }),
      rect(Math.min(at, end), up.end, Math.abs(end - at), down.end - up.end, "area hue-gate2"),
      ...[
        [bars.on, up, "right"],
        [bars.off, down, "text"],
      ].flatMap(([all, y, hue]) =>
        [...all].map((share, k) =>
          share > 0
            ? barY(x.start + (k + 0.08) * wide, 0.84 * wide, middle, y.at(share), `solid hue-${hue}`, {
                "fill-opacity": says(k) ? 1 : 0.35,
              })
            : null,
        ),
      ),
      ruleY(middle, x, "axis"),
      label(x.start, 2.7 * u, words.inside, { hue: "right", more: "bold small halo" }),
      label(x.start, down.end + 0.9 * u, words.outside, { more: "bold small halo" }),
      ruleX(at, [up.end - 0.6 * u, down.end + 0.4 * u], "curve thin hue-gate2"),
      label(box.width, down.end + 0.9 * u, `■ ${words.saysYes}`, { hue: "gate2", place: "end", more: "small halo" }),
      handle({
        drag: "threshold",
        numbers: NUMBERS,
        values,
        x: at,
        y: middle,
        label: words.threshold,
        hue: "gate2",
        said: short(threshold),
      }),
      ...axes(across, upwards, {
        u,
        ticksX: [0, 0.5, 1],
        ticksY: [0, 0.5, 1],
        titleX: words.alarms,
        titleY: words.foundShare,
        written: percent,
      }),
      rule([across.start, upwards.start], [across.end, upwards.end], "guide"),
      ["path", { class: "area hue-gate2", d: `${pathOf([...line, [across.end, upwards.start]])}Z` }],
      curve(line, "gate2"),
      ruleX(across.at(alarms), [upwards.start, upwards.at(found)], "guide hue-gate2"),
      dot(across.at(alarms), upwards.at(found), 0.45 * u, "gate2"),
      ...[
        [percent(found), words.foundIs, "right"],
        [percent(alarms), words.alarmsAre, "text"],
        [short(one.auc), words.areaIs, "gate2"],
      ].flatMap(([number, said, hue], k) => [
        label(beside, upwards.end + (1.2 + 4.2 * k) * u, number, { hue, more: "bold large" }),
        ...paragraph(beside, upwards.end + (2.5 + 4.2 * k) * u, said, { u: 0.9 * u, width: room, more: "muted small" }),
      ]),
    ];
  },
  describe(values, words) {
    const one = chosenOf(values);
    const { found, alarms } = sharesOf(values);
    return spoken(
      fill(words.altFound, {
        unit: nameOf(values, one.unit),
        found: percent(found),
        alarms: percent(alarms),
        auc: short(one.auc),
      }),
    );
  },
};

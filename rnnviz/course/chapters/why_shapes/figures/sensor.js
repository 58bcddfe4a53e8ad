// A thermometer read hour by hour by a GRU, one reading of which the reader disturbs (004).

/** @import {Figure} from "../../../definition.d.ts" */
/** @import {Scale} from "../../../picture.d.ts" */

import { fill, short } from "../../../../web/numbers.js";
import { cells } from "../../../plot/cells.js";
import { DOT, circle, rect, ruleX } from "../../../plot/marks.js";
import { axes, curve, label, letter, scale } from "../../../plot/plot.js";
import { handle } from "../../../reader/figure.js";
import { once } from "../../../reader/once.js";
import { integer } from "../../../reader/values.js";
import { hoursApart, readDegrees, rootMeanMiss } from "../sensor.js";

const HOURS = 48;
// Degrees: forecasts nearer than this are the same to a thermometer; and hours until the network has found the wave.
const NEAR = 0.1;
const WARM = 12;

export const SENSOR_NUMBERS = {
  hour: integer(20, 1, HOURS, { hue: "input" }),
  bump: { usual: 0, least: -12, most: 12, step: 0.1, digits: 1, hue: "input" },
};

const read = (given, hour, bump) =>
  once(given.sensor, `${bump === 0 ? 0 : hour} ${bump}`, () => {
    const degrees = given.sensor.degrees.slice(0, HOURS).map((one, t) => (t === hour - 1 ? one + bump : one));
    return { degrees, ...readDegrees(given.sensor, degrees) };
  });
/** What is read as it is set, and as it was. */
function sensorNow({ given, hour, bump }) {
  return { now: read(given, hour, bump), was: read(given, hour, 0) };
}
export const forecastMiss = ({ given }) =>
  rootMeanMiss(read(given, 1, 0).forecasts, given.sensor.degrees.slice(1), WARM);
export const lastMiss = ({ given }) =>
  rootMeanMiss(given.sensor.degrees.slice(0, -1), given.sensor.degrees.slice(1), WARM);
export function hoursDisturbed(values) {
  const { now, was } = sensorNow(values);
  return hoursApart(now.forecasts, was.forecasts, values.hour - 1, NEAR);
}

/** @returns {[x: Scale, y: Scale, strip: number[]]} */
const frames = (box) => {
  const { u, width, height } = box;
  return [
    scale([1, HOURS + 1], [3.4 * u, width - 1.4 * u]),
    scale([0, 30], [height * 0.5 - 1 * u, 3 * u]),
    [height * 0.5 + 3.6 * u, height - 5.6 * u],
  ];
};
/** @type {Figure} */
export const SENSOR = {
  isTall: true,
  drags: {
    bump: (px, py, values, box) => {
      const [x, y] = frames(box);
      const hour = Math.min(HOURS, Math.max(1, Math.round(x.of(px))));
      return { hour, bump: y.of(py) - values.given.sensor.degrees[hour - 1] };
    },
  },
  draw(values, box, words) {
    const { u, width, height } = box;
    const [x, y, [top, low]] = frames(box);
    const { now, was } = sensorNow(values);
    const { degrees, mean, scale: by } = values.given.sensor;
    const t = values.hour - 1;
    const at = (list, from = 1) => list.map((one, k) => [x.at(k + from), y.at(one)]);
    const one = x.at(2) - x.at(1);
    const units = now.H[0].length;
    const high = (low - top) / units;
    const across = (rows) => rows[0].map((_, k) => rows.map((row) => row[k]));
    const differs = values.bump !== 0;
    return [
      ...axes(x, y, {
        u,
        ticksX: [1, 12, 24, 36, 48],
        ticksY: [0, 10, 20, 30],
        written: (value) => String(value),
      }),
      label(x.start - 2.8 * u, 0.9 * u, words.degreesTitle, { hue: "input", more: "bold" }),
      label(x.end, 0.9 * u, words.forecastTitle, { place: "end", hue: "output", more: "bold" }),
      differs && curve(at(was.forecasts, 2), "output", "thin dashed"),
      curve(at(now.degrees), "input", "thin"),
      curve(at(now.forecasts, 2), "output"),
      ...at(degrees.slice(0, HOURS)).map(([cx, cy], k) =>
        circle(cx.toFixed(1), cy.toFixed(1), DOT.small * u, k === t ? "open hue-input" : "dot hue-input"),
      ),
      ruleX(x.at(values.hour), [y.end, low], "guide hue-text"),
      handle({
        drag: "bump",
        names: ["hour", "bump"],
        numbers: SENSOR_NUMBERS,
        values,
        x: x.at(values.hour),
        y: y.at(now.degrees[t]),
        label: words.reading,
        words,
        hue: "input",
      }),
      label(x.start - 2.8 * u, top - 0.8 * u, [...letter("h"), ` ${words.stateTitle}`], { hue: "state", more: "bold" }),
      cells(across(now.H), x.start - one / 2, top, one, high, { symbol: "h" }),
      rect(x.at(values.hour) - one / 2, top, one, low - top, "mark-cell"),
      label(
        0,
        low + 1.7 * u,
        [...letter("x", values.hour), ` = (${now.degrees[t].toFixed(1)} − ${mean}) / ${by} = ${short(now.X[t])}`],
        { hue: "input", more: "bold" },
      ),
      label(
        0,
        low + 3.3 * u,
        fill(words.forecastSaid, { degrees: now.forecasts[t].toFixed(1), next: degrees[t + 1].toFixed(1) }),
        { hue: "output", more: width < 34 * u ? "bold small" : "bold" },
      ),
      differs &&
        label(0, low + 4.9 * u, fill(words.disturbedFor, { n: hoursDisturbed(values) }), {
          more: height < 30 * u ? "small" : "bold",
        }),
    ].filter(Boolean);
  },
  describe: (values, words) =>
    fill(words.altSensor, {
      hour: values.hour,
      degrees: sensorNow(values).now.degrees[values.hour - 1].toFixed(1),
      forecast: sensorNow(values).now.forecasts[values.hour - 1].toFixed(1),
      n: hoursDisturbed(values),
    }),
};

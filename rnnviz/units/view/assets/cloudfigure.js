// The cloud of states as Plotly draws it: traces, axes, and which places are drawn. Pure.

/** @import {CloudFigure, CloudHues, Coloured, Point} from "../states.d.ts" */

import { inPercent } from "../../../web/numbers.js";

// The room around the farthest point, as a share of the range.
const ROOM = 0.04;
const SIZE = { pale: 3.5, named: 5.5, rest: 13 };

/** The components that are drawn against one another; three of them are turned by the reader. */
export const VIEWS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
];

/**
 * The places that are drawn: a fair sample, and all of those that must be seen. In an order in which what is named lies
 * above what is not.
 *
 * @param {number[]} sample in rising order
 * @param {number[]} wanted
 * @param {(k: number) => boolean} isNamed
 */
export function drawnPlaces(sample, wanted, isNamed) {
  const all = [...new Set([...sample, ...wanted])];
  return [...all.filter((k) => !isNamed(k)), ...all.filter(isNamed)];
}

/**
 * The range of a component with some room around it.
 *
 * @param {ArrayLike<number>} values
 * @returns {Point}
 */
export function rangeOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < values.length; k += 1) {
    low = Math.min(low, values[k]);
    high = Math.max(high, values[k]);
  }
  const room = ROOM * (high - low) || 1;
  return [low - room, high + room];
}

/** What an axis is called: the number of its component, and the share of the variance that it holds. */
export const axisTitle = (strings, component, share) =>
  strings.componentAxis.replace("{number}", String(component + 1)).replace("{percent}", inPercent(share));

/**
 * Traces and layout for Plotly.
 *
 * coordinates: of every place, across and upwards, with the titles and the ranges of both; without titles there are no
 * numbers either. places: those that are drawn. rest: points where the state rests, in the same coordinates.
 *
 * @param {{coordinates: Float32Array[], places: number[], coloured: Coloured, titles: string[], ranges: Point[],
 *   rest: {at: Point, isStable: boolean}[], hues: CloudHues, font: {family: string, size: number},
 *   tool: string | false}} what
 * @returns {CloudFigure}
 */
export function layoutCloud({ coordinates, places, coloured, titles, ranges, rest, hues, font, tool }) {
  const [x, y] = coordinates;
  const axis = (k) => ({
    title: { text: titles[k] ?? "", standoff: 6, font: { size: font.size, color: hues.muted } },
    range: ranges[k],
    showgrid: titles.length > 0,
    showticklabels: titles.length > 0,
    gridcolor: hues.line,
    zeroline: false,
    tickfont: { size: font.size - 1, color: hues.muted },
    automargin: false,
    nticks: 6,
  });
  const states = {
    type: "scatter",
    mode: "markers",
    x: places.map((k) => x[k]),
    y: places.map((k) => y[k]),
    customdata: places,
    hoverinfo: "none",
    marker: {
      size: places.map((k) => (coloured.isNamed(k) ? SIZE.named : SIZE.pale)),
      color: places.map(coloured.hue),
      symbol: places.map(coloured.shape),
      opacity: 0.8,
      line: { width: 0 },
    },
    selected: { marker: { opacity: 1 } },
    unselected: { marker: { opacity: 0.12 } },
  };
  const fixed = {
    type: "scatter",
    mode: "markers",
    x: rest.map(({ at }) => at[0]),
    y: rest.map(({ at }) => at[1]),
    customdata: rest.map((_, k) => -1 - k),
    hoverinfo: "none",
    marker: {
      size: SIZE.rest,
      color: rest.map(({ isStable }) => (isStable ? hues.rest : hues.page)),
      symbol: rest.map(({ isStable }) => (isStable ? "hexagon" : "hexagon-open")),
      line: { color: hues.rest, width: 2 },
    },
    selected: { marker: { opacity: 1 } },
    unselected: { marker: { opacity: 1 } },
  };
  return {
    data: [states, fixed],
    layout: {
      margin: { l: 52, r: 10, t: 8, b: 44 },
      paper_bgcolor: "rgba(0, 0, 0, 0)",
      plot_bgcolor: "rgba(0, 0, 0, 0)",
      font: { family: font.family, size: font.size, color: hues.ink },
      showlegend: false,
      hovermode: "closest",
      hoverdistance: 12,
      dragmode: tool,
      xaxis: axis(0),
      // A distance in the picture is a distance, whichever way it points.
      yaxis: { ...axis(1), scaleanchor: "x" },
      newselection: { line: { color: hues.accent, width: 1.5, dash: "solid" } },
      activeselection: { fillcolor: hues.accent, opacity: 0.08 },
    },
  };
}

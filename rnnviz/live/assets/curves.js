// Loss and gradient norm over the steps, in one Plotly figure that is never made anew: what the
// reader has zoomed into stays while the curves grow.

import { h } from "../../web/dom.js";
import { fill, short } from "../../web/numbers.js";

export const UNITS = {
  nats: (loss) => loss,
  bits: (loss) => loss / Math.LN2,
  perplexity: (loss) => Math.exp(loss),
};
const LINES = ["uniform", "unigram", "bigram", "entropy"];
// Where the words of a line may stand, at its end first; those of two lines that are closer than
// this part of the axis would run into each other.
const SPOTS = [
  ["end", "bottom"],
  ["end", "top"],
  ["middle", "bottom"],
  ["middle", "top"],
];
const TOO_CLOSE = 0.07;
const BELOW = 1;
const MARGIN = { l: 66, r: 14, t: 30, b: 48 };
const LETTERS = 13;
// In presenter mode the figure is read from the back row.
const LARGE = { letters: 18, margin: { l: 84, r: 18, t: 40, b: 64 } };
// So few points make no line that could be seen.
const FEW = 20;
let plotly;

/** Plotly from our own server, once a page. */
export function loadPlotly(url) {
  plotly ??= new Promise((resolve, reject) => {
    const script = h("script", { src: url });
    script.addEventListener("load", () => resolve(globalThis.Plotly));
    script.addEventListener("error", () => {
      plotly = undefined;
      reject(new Error(url));
    });
    document.head.append(script);
  });
  return plotly;
}

/**
 * Where the words of each line stand, as Plotly's [textposition, yanchor].
 * lines: {place, isFloor}, from the top to the bottom of the axis, 1 to 0. The words of a floor
 * stand below it, for the curves come down to it from above.
 */
export function spots(lines) {
  let spot = 0;
  return lines.map(({ place, isFloor }, k) => {
    // Between words below one line and words above the next there has to be room for both.
    const room = spot === BELOW && !isFloor ? 2 * TOO_CLOSE : TOO_CLOSE;
    const isClose = k > 0 && lines[k - 1].place - place < room;
    spot = isClose ? Math.min(spot + 1, SPOTS.length - 1) : Number(isFloor);
    return SPOTS[spot];
  });
}

/** Plotly writes its style sheet into the document, whose rules do not reach where we are. */
function plotlyStyle() {
  /** @type {NodeListOf<HTMLStyleElement>} */
  const own = document.querySelectorAll('style[id^="plotly.js-style"]');
  const rules = [...own].flatMap((style) => [...style.sheet.cssRules]);
  return h("style", {}, rules.map((rule) => rule.cssText).join("\n"));
}

/** A click on the curves calls `onStep(step)`. Returns {element, update(view), remove()}. */
export function curves(context, onStep) {
  const { strings, under } = context;
  const element = h("div", { class: "curves", role: "img", "aria-label": strings.lossHint });
  let library = null;
  let latest = null;
  let drawn = "";
  loadPlotly(context.plotly).then((loaded) => {
    library = loaded;
    element.before(plotlyStyle());
    if (latest && element.isConnected) update(latest);
  });

  function update(view) {
    latest = view;
    if (!library) return;
    const key = JSON.stringify([
      view.runs.map((run) => run.metrics.step.length),
      view.unit,
      view.at,
      view.theme,
      view.lines,
      view.isPresenting,
      element.clientWidth,
      element.clientHeight,
    ]);
    if (key === drawn) return;
    drawn = key;
    const isNew = !element.data;
    library.react(element, tracesOf(view), layoutOf(view), {
      displayModeBar: false,
      doubleClick: "reset",
    });
    if (isNew) element.on("plotly_click", (event) => onStep(Math.round(event.points[0].x)));
  }

  function tracesOf({ runs, unit, colours }) {
    const isRace = runs.length > 1;
    // Before there is anything, the empty axes already stand where they will be filled.
    if (runs.length === 0)
      return [
        ...under.map((one) => underTrace(one, unit, colours)),
        ...["y", "y2"].map((yaxis) => ({
          x: [0],
          y: [0],
          yaxis,
          type: "scatter",
          opacity: 0,
          showlegend: false,
          hoverinfo: "skip",
        })),
      ];
    const now = runs.flatMap((run, k) => {
      const { step, loss, norm, scale, validation } = run.metrics;
      const hue = isRace ? colours.race[k] : colours.validation;
      const name = (what) => (isRace ? `${run.title} ${what}` : what);
      const measured = validation.map((value, row) => [value, row]).filter(([value]) => value !== null);
      const mode = step.length < FEW ? "lines+markers" : "lines";
      const line = {
        name: name(strings.trainingLoss),
        x: step,
        y: loss.map((value) => (value === null ? null : UNITS[unit](value))),
        type: "scatter",
        mode,
        line: { width: 1.2, color: isRace ? hue : colours.training },
        opacity: isRace ? 0.35 : 0.75,
        showlegend: !isRace,
        hovertemplate: "%{y:.3f}",
      };
      const held = {
        name: isRace ? run.title : name(strings.validationLoss),
        x: measured.map(([, row]) => step[row]),
        y: measured.map(([value]) => UNITS[unit](value)),
        type: "scatter",
        mode: "lines+markers",
        line: { width: 2.4, color: hue, dash: isRace ? ["solid", "dash", "dot"][k] : "solid" },
        marker: { size: 5, color: hue, symbol: isRace ? ["circle", "square", "diamond"][k] : "circle" },
        hovertemplate: "%{y:.3f}",
      };
      const before = {
        name: name(strings.normBefore),
        x: step,
        y: norm,
        yaxis: "y2",
        type: "scatter",
        mode,
        line: { width: 1.2, color: isRace ? hue : colours.before },
        opacity: isRace ? 0.6 : 1,
        showlegend: !isRace,
        hovertemplate: "%{y:.3g}",
      };
      const after = {
        name: name(strings.normAfter),
        x: step,
        y: norm.map((value, row) => (value === null ? null : value * scale[row])),
        yaxis: "y2",
        type: "scatter",
        mode,
        line: { width: 1.4, color: colours.after },
        hovertemplate: "%{y:.3g}",
      };
      return isRace ? [line, held, before] : [line, held, before, after];
    });
    return [...under.map((one) => underTrace(one, unit, colours)), ...now];
  }

  /** The curve of an earlier run, which this one is to be compared with. */
  function underTrace({ title, points }, unit, colours) {
    return {
      name: fill(strings.underCurve, { title }),
      x: points.map(([step]) => step),
      y: points.map(([, loss]) => UNITS[unit](loss)),
      type: "scatter",
      mode: "lines",
      line: { width: 2, color: colours.muted, dash: "dot" },
      showlegend: true,
      hovertemplate: "%{y:.3f}",
    };
  }

  function layoutOf({ runs, unit, at, colours, lines, steps, isPresenting }) {
    const { letters, margin } = isPresenting ? LARGE : { letters: LETTERS, margin: MARGIN };
    const title = (text) => ({ text, standoff: 10, font: { size: letters, color: colours.muted } });
    const axis = {
      gridcolor: colours.line,
      linecolor: colours.line,
      zerolinecolor: colours.line,
      tickcolor: colours.line,
      automargin: false,
    };
    const isLog = unit === "perplexity";
    const known = LINES.filter((name) => typeof lines[name] === "number").map((name) => [
      name === "uniform" ? strings[`${unit}Uniform`] : strings[name],
      UNITS[unit](lines[name]),
      name,
    ]);
    const top = known.find(([, , name]) => name === "uniform")?.[1] ?? UNITS[unit](5);
    const ends = [
      ...runs.map((run) => run.metrics.step.at(-1) ?? 0),
      ...under.map(({ points }) => points.at(-1)?.[0] ?? 0),
    ];
    const last = Math.max(steps, ...ends);
    const highest = isLog ? Math.log10(top * 1.6) : top * 1.12;
    const places = spots(
      known.map(([, y, name]) => ({ place: (isLog ? Math.log10(y) : y) / highest, isFloor: name === "entropy" })),
    );
    const shapes = known.map(([, y, name]) => ({
      type: "line",
      xref: "paper",
      x0: 0,
      x1: 1,
      yref: "y",
      y0: y,
      y1: y,
      layer: "below",
      line: {
        color: name === "entropy" ? colours.right : colours.muted,
        width: name === "entropy" ? 2 : 1,
        dash: name === "entropy" ? "solid" : "dot",
      },
    }));
    const annotations = known.map(([words, y, name], k) => ({
      text: `${words} ${short(y)}`,
      xref: "paper",
      x: places[k][0] === "end" ? 1 : 0.5,
      xanchor: places[k][0] === "end" ? "right" : "center",
      yref: "y",
      y: isLog ? Math.log10(y) : y,
      yanchor: places[k][1],
      yshift: places[k][1] === "bottom" ? 2 : -2,
      showarrow: false,
      borderpad: 0,
      bgcolor: colours.page,
      font: { size: letters, color: name === "entropy" ? colours.right : colours.muted },
    }));
    if (at !== null) {
      shapes.push({
        type: "line",
        xref: "x",
        x0: at,
        x1: at,
        yref: "paper",
        y0: 0,
        y1: 1,
        layer: "above",
        line: { color: colours.accent, width: 2, dash: "solid" },
      });
    }
    return {
      datarevision: drawn,
      uirevision: `${context.ids} ${unit}`,
      margin,
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: colours.font, size: letters, color: colours.ink },
      hovermode: "x unified",
      hoverlabel: { bgcolor: colours.page, bordercolor: colours.line, font: { color: colours.ink } },
      dragmode: "zoom",
      showlegend: true,
      legend: { orientation: "h", x: 0, xanchor: "left", y: 1.01, yanchor: "bottom", font: { size: letters } },
      xaxis: { ...axis, domain: [0, 1], anchor: "y2", range: [0, last], title: title(strings.gradientSteps) },
      yaxis: {
        ...axis,
        domain: [0.36, 1],
        type: isLog ? "log" : "linear",
        range: [0, highest],
        title: title(`${strings.loss}, ${strings[unit]}`),
        ...(isLog ? { dtick: 1 } : { nticks: 6 }),
      },
      yaxis2: {
        ...axis,
        domain: [0, 0.27],
        rangemode: "tozero",
        nticks: 4,
        ...(runs.length === 0 ? { range: [0, 1] } : {}),
        title: title(strings.norm),
      },
      shapes,
      annotations,
      width: element.clientWidth,
      height: element.clientHeight,
    };
  }

  return { element, update, remove: () => library?.purge(element) };
}

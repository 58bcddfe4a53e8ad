// The browser's side of a text page: its values in the address, its scroll position after a reload, a larger view for a
// lecture hall, and the help.

const SCROLLER = '[data-testid="stMain"]';
const LOOK_FOR = 15_000;
const CHARTS = ".js-plotly-plot";
// In pixels; an index in a chart is 0.7 of it.
const CHART_TEXT = 20;
// Keys pressed in these controls are not ours; neither is a key that a stage has taken.
const OWN_KEYS = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const frames = new WeakMap();

/** Show what `frame.py` says in `host`. Returns a function that takes it all away. */
export function show(host, data) {
  if (!frames.has(host)) frames.set(host, begin(host));
  frames.get(host).show(data);
  return () => {
    frames.get(host)?.end();
    frames.delete(host);
  };
}

function begin(host) {
  const page = document.documentElement;
  const dialog = element("dialog", { class: "help" });
  const larger = element("button", { type: "button", class: "key" });
  const help = element("button", { type: "button", class: "key" }, "?");
  host.replaceChildren(larger, help, dialog);
  const scroller = document.querySelector(SCROLLER);
  const place = `scroll of ${location.pathname}`;
  const stopLooking = isReload() ? scrollTo(scroller, Number(sessionStorage.getItem(place))) : () => {};
  const onScroll = () => sessionStorage.setItem(place, scroller.scrollTop);
  const charts = enlarger(scroller);
  let words = {};

  function present(on) {
    page.toggleAttribute("data-presents", on);
    larger.setAttribute("aria-pressed", on);
    if (on) charts.start();
    else charts.stop();
    if (on && !document.fullscreenElement) page.requestFullscreen?.().catch(() => {});
    if (!on && document.fullscreenElement) document.exitFullscreen();
  }

  function toggleHelp() {
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.composedPath().find((one) => one instanceof Element);
    if (event.key === "?" && dialog.open) toggleHelp();
    else if (from?.closest(OWN_KEYS)) return;
    else if (event.key === "f" || event.key === "F") present(!page.hasAttribute("data-presents"));
    else if (event.key === "?") toggleHelp();
    else return;
    event.preventDefault();
  }

  function onFullscreen() {
    if (!document.fullscreenElement) present(false);
  }

  larger.onclick = () => present(!page.hasAttribute("data-presents"));
  help.onclick = toggleHelp;
  document.addEventListener("keydown", onKey);
  document.addEventListener("fullscreenchange", onFullscreen);
  scroller.addEventListener("scroll", onScroll, { passive: true });

  return {
    show(data) {
      page.lang = data.language;
      write(data);
      if (words !== data.strings) {
        words = data.strings;
        larger.textContent = words.larger;
        larger.title = `${words.larger} (F)`;
        help.setAttribute("aria-label", words.help);
        drawHelp(dialog, words);
      }
    },
    end() {
      stopLooking();
      present(false);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onFullscreen);
      scroller.removeEventListener("scroll", onScroll);
    },
  };
}

/** The page's values into the address, in the place of those it has; no step in the history. */
export function write({ names, address }) {
  const url = new URL(location.href);
  names.forEach((name) => url.searchParams.delete(name));
  Object.entries(address).forEach((pair) => url.searchParams.set(...pair));
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  const isFirst = !window.rnnvizHasScrolled;
  window.rnnvizHasScrolled = true;
  return isFirst && ["reload", "back_forward"].includes(entry?.type);
}

/** Scroll there as soon as the page is long enough, unless the reader has scrolled already. */
function scrollTo(scroller, top) {
  if (!top) return () => {};
  const until = performance.now() + LOOK_FOR;
  const watch = new ResizeObserver(look);
  const stop = () => {
    watch.disconnect();
    scroller.removeEventListener("wheel", stop);
    scroller.removeEventListener("touchmove", stop);
    removeEventListener("keydown", stop);
  };
  function look() {
    if (scroller.scrollHeight - scroller.clientHeight >= top) scroller.scrollTop = top;
    if (performance.now() > until) stop();
  }
  watch.observe(scroller.firstElementChild ?? scroller);
  scroller.addEventListener("wheel", stop, { passive: true });
  scroller.addEventListener("touchmove", stop, { passive: true });
  addEventListener("keydown", stop);
  look();
  return stop;
}

/** Enlarge the text of Plotly's charts, whose sizes are in pixels; also of charts that appear or change later. */
function enlarger(scroller) {
  let usual = new Map();
  const watch = new MutationObserver(look);

  function look() {
    if (!window.Plotly) return;
    for (const chart of scroller.querySelectorAll(CHARTS)) {
      if (chart.layout && chart.layout.legend?.font?.size !== CHART_TEXT) enlarge(chart);
    }
  }

  function enlarge(chart) {
    const { layout, data } = chart;
    const notes = (layout.annotations ?? []).map((note) => note.font?.size ?? null);
    const texts = data.map((trace) => trace.textfont?.size ?? null);
    usual.set(chart, { notes, texts });
    resize(
      chart,
      CHART_TEXT,
      notes.map(() => CHART_TEXT),
      texts.map(() => CHART_TEXT),
    );
  }

  function resize(chart, size, notes, texts) {
    const names = ["font", "legend.font", "xaxis.title.font", "xaxis.tickfont", "yaxis.title.font", "yaxis.tickfont"];
    const sizes = Object.fromEntries(names.map((name) => [`${name}.size`, size]));
    notes.forEach((note, k) => (sizes[`annotations[${k}].font.size`] = note));
    window.Plotly.update(chart, { "textfont.size": texts }, sizes);
  }

  return {
    start() {
      look();
      watch.observe(scroller, { childList: true, subtree: true });
    },
    stop() {
      watch.disconnect();
      usual.forEach(({ notes, texts }, chart) => chart.isConnected && resize(chart, null, notes, texts));
      usual = new Map();
    },
  };
}

function drawHelp(dialog, words) {
  const close = element("button", { type: "button", class: "key close", "aria-label": words.close }, "×");
  close.onclick = () => dialog.close();
  const rows = [
    ["F", words.keyLarger],
    ["?", words.keyHelp],
    ["Tab", words.keyTab],
    ["PageUp PageDown", words.keyPages],
  ].flatMap(([keys, what]) => [
    element("dt", {}, ...keys.split(" ").map((key) => element("kbd", {}, key))),
    element("dd", {}, what),
  ]);
  dialog.setAttribute("aria-label", words.help);
  dialog.replaceChildren(
    close,
    element("h2", {}, words.help),
    element("p", {}, words.story),
    element("dl", {}, ...rows),
    element("p", {}, words.link),
  );
}

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach((pair) => made.setAttribute(...pair));
  made.append(...children);
  return made;
}

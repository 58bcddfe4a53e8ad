import assert from "node:assert/strict";
import test from "node:test";

import { refuseLatePages } from "../../pages/server/late.js";

/** A browser with these addresses behind it, the last one shown; `back()` and `press()` are the reader's. */
function browser(...visited) {
  const hears = new Map();
  const steps = [...visited];
  const show = (path) => Object.assign(globalThis.location, at(path));
  const at = (path) => ({ pathname: path.split("?")[0], href: `http://here${path}` });
  globalThis.location = at(visited.at(-1));
  globalThis.addEventListener = (name, heard) => hears.set(name, heard);
  globalThis.history = {
    pushState: (_state, _unused, to) => show(steps[steps.push(to) - 1]),
    replaceState: (_state, _unused, to) => show((steps[steps.length - 1] = to)),
  };
  refuseLatePages();
  return {
    steps,
    back() {
      steps.pop();
      show(steps.at(-1));
      hears.get("popstate")();
    },
    press: (name = "pointerdown") => hears.get(name)(),
  };
}

test("a page that was left by Back writes no more into the address", () => {
  const { steps, back } = browser("/step", "/train", "/course", "/why_history");
  back();
  back();
  history.pushState({}, "", "/course?lang=en");
  history.pushState({}, "", "/train?lang=en");
  history.pushState({}, "", "/train?lang=en&corpus=chinese");
  assert.deepEqual(steps, ["/step", "/train?lang=en&corpus=chinese"]);
  back();
  history.pushState({}, "", "/train");
  assert.deepEqual(steps, ["/step"]);
});

test("whoever presses something after Back goes on, and so does a window that another one drives", () => {
  for (const press of ["pointerdown", "keydown", "rnnviz-go"]) {
    const { steps, back, press: does } = browser("/step", "/train");
    back();
    does(press);
    history.pushState({}, "", "/course");
    history.pushState({}, "", "/course?q=x");
    assert.deepEqual(steps, ["/step", "/course", "/course?q=x"]);
  }
});

test("Back within a page takes nothing from it", () => {
  const { steps, back } = browser("/step", "/step?cell=gru");
  back();
  history.pushState({}, "", "/train");
  assert.deepEqual(steps, ["/step", "/train"]);
});

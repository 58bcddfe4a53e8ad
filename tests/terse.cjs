// Playwright's `expect` asks again and again, and each time that what it waits for is not there yet, it writes down
// the page as a screen reader finds it, in case that this was the last time: a tenth of the processor time of all
// tests in a browser. What a test found instead of what it expected is told without it. With another Playwright, where
// nothing is to be replaced, the tests only take longer.
const Module = require("node:module");

const SNAPSHOTS = [
  "this._ariaSnapshotForExpect(element, options, frameVisible)",
  'injected2.ariaSnapshotForExpectFailure(injected2.document.body, { mode: "default" })',
];

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, file, ...others) {
  const isPlaywright = file.endsWith("coreBundle.js");
  const terse = isPlaywright ? SNAPSHOTS.reduce((text, one) => text.replaceAll(one, "undefined"), source) : source;
  return compile.call(this, terse, file, ...others);
};

// What a reader does to a training: only its owner steers it, others watch.

import { isEnded, isOpen, modeOf } from "./status.js";

/**
 * page(): what asks the page to "start", to "step" or to "reset", if it can be asked; command(what, body): tells it to
 * the server; tell(words) says why nothing is done.
 */
export function steering({ runs, strings, guest, pace }, { page, command, tell, draw }) {
  const mode = () => modeOf(runs);
  const isOwner = () => runs.length > 0 && runs.every((run) => run.now?.isOwner);

  /** Begin, pause or go on. */
  function train() {
    if (mode() === "none" || mode() === "gone" || isEnded(mode())) page()?.("start");
    else if (isOwner()) command(mode() === "paused" ? "go_on" : "pause");
  }

  function oneStep() {
    if (guest && !guest.steers) return;
    if (mode() === "none") page()?.("step");
    else if (!isOwner()) tell(strings.watching);
    else if (mode() === "paused") command("one_step");
    else tell(isOpen(mode()) ? strings.stepWhileTraining : strings.stepAfterEnd);
  }

  async function reset() {
    if (runs.length === 0 || !page()) return;
    if (isOwner() && !isEnded(mode())) await command("stop");
    page()("reset");
  }

  /** Pause a run that leaves the view, to make room for others; it can be resumed. */
  function leave() {
    if (isOwner() && ["training", "waiting"].includes(mode())) command("pause");
  }

  function changePace(by) {
    if (!isOwner() || !isOpen(mode())) return;
    const wanted = pace.next(by);
    if (wanted === undefined) return;
    command("show", { pace: wanted });
    draw();
  }

  /** What the samples and the sentence of the whole class are to be. */
  function show(change) {
    if (isOwner()) command("show", change);
  }
  return { isOwner, train, oneStep, reset, leave, changePace, show };
}

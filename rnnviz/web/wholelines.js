// A box of text whose last line is whole.

/**
 * Make `box` no higher than the lines that are wholly in it, so that its lower edge slices none; what lies below is
 * still there to be scrolled to. texts: the elements in it that have the lines, their line height a number.
 */
export function wholeLines(box, texts) {
  box.style.maxHeight = "";
  if (box.scrollHeight <= box.clientHeight) return;
  const { top, bottom } = box.getBoundingClientRect();
  const ends = texts.map((one) => {
    const { top: start, height } = one.getBoundingClientRect();
    const line = Number.parseFloat(getComputedStyle(one).lineHeight);
    const fitting = Math.max(0, Math.floor((bottom - start) / line));
    return start + Math.min(Math.round(height / line), fitting) * line;
  });
  const last = Math.max(...ends.filter((end) => end > top && end <= bottom));
  if (Number.isFinite(last)) box.style.maxHeight = `${last - top}px`;
}

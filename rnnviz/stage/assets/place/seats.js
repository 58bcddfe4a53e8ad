// The stages on one page: each has a seat, one has the keys that nothing else wants, one has the address bar.

const taken = [];
let last = null;

/**
 * A seat for the stage in `root`: {number, hasKeys(), hasAddress(), leave()}, counted from 0. The keys belong to the
 * stage that had the focus last, at first to the first one; the address to the first that asks for it.
 */
export function seatFor(root, wantsAddress) {
  let number = 0;
  while (taken.some((one) => one.number === number)) number += 1;
  const seat = { root, number, wantsAddress };
  taken.push(seat);
  taken.sort((a, b) => a.number - b.number);
  const keep = () => {
    last = seat;
  };
  root.addEventListener("focusin", keep);

  function leave() {
    taken.splice(taken.indexOf(seat), 1);
    if (last === seat) last = null;
    root.removeEventListener("focusin", keep);
  }
  return {
    number,
    hasKeys: () => (last ?? taken[0]) === seat,
    hasAddress: () => taken.find((one) => one.wantsAddress) === seat,
    leave,
  };
}

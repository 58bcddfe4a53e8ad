// What lights up together: all that shows a quantity, wherever one points at it.

/** Follow the pointer and the focus in `root`. Returns light(within), for elements that were drawn anew. */
export function lighting(root) {
  let lit = "";

  function light(within) {
    for (const one of within.querySelectorAll("[data-symbol], [data-lit]")) {
      const own = one.getAttribute("data-symbol") ?? "";
      const isLit = lit && (own === lit || own.startsWith(`${lit}_`) || lit.startsWith(`${own}_`));
      one.toggleAttribute("data-lit", Boolean(isLit && own));
    }
  }
  function lightUp(name) {
    if (name === lit) return;
    lit = name;
    light(root);
  }
  const symbolAt = (event) => event.target.closest?.("[data-symbol]")?.dataset.symbol ?? "";
  root.onpointerover = (event) => lightUp(symbolAt(event));
  root.onpointerleave = () => lightUp("");
  root.addEventListener("focusin", (event) => lightUp(symbolAt(event)));
  return { light, isLit: () => Boolean(lit) };
}

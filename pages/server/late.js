// Streamlit writes the page's address into the browser when the run of its script begins. Who goes back twice in a row
// leaves pages whose runs are still to begin: each would put its own address over the one that was gone back to.

/** Leave the address to the browser from Back or Forward on, until the reader presses something or we go elsewhere. */
export function refuseLatePages() {
  const push = history.pushState.bind(history);
  let path = location.pathname;
  let isBack = false;
  function gone() {
    isBack ||= location.pathname !== path;
    path = location.pathname;
  }
  function goesOn() {
    isBack = false;
  }
  addEventListener("popstate", gone, { capture: true });
  for (const press of ["pointerdown", "keydown", "rnnviz-go"]) addEventListener(press, goesOn, { capture: true });
  history.pushState = (state, unused, to) => {
    if (!isBack) push(state, unused, to);
    else if (new URL(to ?? "", location.href).pathname === path) history.replaceState(state, unused, to);
    path = location.pathname;
  };
}

// A page in a notebook's frame is as dark as the notebook: no style sheet of the frame knows that.

/** Asks the page around for it, and follows what it says from then on; without an answer the system's choice stays. */
export function followNotebook() {
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.rnnviz !== "scheme" || typeof data.isDark !== "boolean") return;
    document.documentElement.dataset.scheme = data.isDark ? "dark" : "light";
    // Views look anew at where they are.
    dispatchEvent(new Event("resize"));
  });
  const ask = () => parent.postMessage({ rnnviz: "scheme" }, "*");
  ask();
  // Now and then a notebook listens later than that.
  addEventListener("load", ask);
}

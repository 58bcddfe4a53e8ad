// What is heavy is asked only for a reader who has come near it.

/** Calls `run` when the element comes near the view for the first time. Returns {isSeen(), stop()}. */
export function whenSeen(element, run) {
  let isSeen = false;
  const sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      isSeen = true;
      sight.disconnect();
      run();
    },
    { rootMargin: "100px" },
  );
  sight.observe(element);
  return { isSeen: () => isSeen, stop: () => sight.disconnect() };
}

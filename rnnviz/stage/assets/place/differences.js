// Where tracks part: the steps at which one predicts rightly and another does not, and the largest difference of loss.

/** Whether the tracks part at a step: only some are right, or, without targets, they predict different things. */
export function isParting(tracks, t) {
  const said = tracks.map(({ labels, targets, likeliest }) =>
    targets === null ? labels[likeliest[t][0]] : likeliest[t][0] === targets[t],
  );
  return said.some((one) => one !== said[0]);
}

/** Whether two networks that stand one below the other part at any of the steps from one to before another. */
export function isAnyParting(tracks, from, to) {
  const steps = Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
  return tracks.slice(1).some((track, k) => steps.some((t) => isParting([tracks[k], track], t)));
}

/** The step at which the losses of the tracks differ most, and by how much: {t, by}; null where there is nothing. */
export function widest(tracks, steps = tracks[0].sizes.T) {
  if (tracks.length < 2 || tracks.some(({ targets, labels }) => targets === null || labels.length === 0)) return null;
  const spreads = Array.from({ length: steps }, (_, t) => {
    const losses = tracks.map((model) => model.value("loss", t, 0));
    return Math.max(...losses) - Math.min(...losses);
  });
  const by = Math.max(...spreads);
  return by > 0 ? { t: spreads.indexOf(by), by } : null;
}

/** Every step worth going to, in order: where the tracks part, and where their losses differ most. */
export function differences(tracks) {
  if (tracks.length < 2 || tracks.some(({ labels }) => labels.length === 0)) return [];
  const most = widest(tracks)?.t;
  return Array.from({ length: tracks[0].sizes.T }, (_, t) => t).filter((t) => t === most || isParting(tracks, t));
}

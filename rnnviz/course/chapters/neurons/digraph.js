// Directed graphs: an order in which everything can be computed, or a cycle that forbids one. Pure.

/**
 * {order, cycle} of edges [from, to] among nodes: the nodes so that every edge leads onwards (Kahn 1962), or null and
 * the nodes of one cycle, in the order of its edges.
 */
export function computingOrder(nodes, edges) {
  const waiting = new Map(nodes.map((node) => [node, 0]));
  for (const [, to] of edges) waiting.set(to, waiting.get(to) + 1);
  const ready = nodes.filter((node) => waiting.get(node) === 0);
  const order = [];
  while (ready.length > 0) {
    const node = ready.shift();
    order.push(node);
    for (const [from, to] of edges) {
      if (from !== node) continue;
      waiting.set(to, waiting.get(to) - 1);
      if (waiting.get(to) === 0) ready.push(to);
    }
  }
  if (order.length === nodes.length) return { order, cycle: null };
  return { order: null, cycle: cycleAmong(new Set(nodes.filter((node) => !order.includes(node))), edges) };
}

/** Every node that is left has an edge into it from another that is left: going backwards comes round. */
function cycleAmong(left, edges) {
  const way = [[...left][0]];
  for (;;) {
    const [before] = edges.find(([from, to]) => to === way[0] && left.has(from));
    const again = way.indexOf(before);
    if (again >= 0) return [before, ...way.slice(0, again)];
    way.unshift(before);
  }
}

/** The edges of a graph written out over T steps; delayed edges lead to the next step's copy, `${node}@${t}`. */
export function unrolledGraph(nodes, edges, delayed, T) {
  const copy = (node, t) => `${node}@${t}`;
  const steps = Array.from({ length: T }, (_, t) => t);
  return {
    nodes: steps.flatMap((t) => nodes.map((node) => copy(node, t))),
    edges: [
      ...steps.flatMap((t) => edges.map(([from, to]) => [copy(from, t), copy(to, t)])),
      ...steps.slice(1).flatMap((t) => delayed.map(([from, to]) => [copy(from, t - 1), copy(to, t)])),
    ],
  };
}

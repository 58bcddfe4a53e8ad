// Huffman's tree: words by how often they occur, so that the frequent ones have short paths (003, "CBOW"). Pure.

/**
 * The tree of some counts, one a word, at least two. Nodes 0 … V − 1 are the words, and node V + k is what merge k
 * makes.
 * The two lightest trees are merged each time; of equals the one that has stood there longer, words in their own order.
 * The heavier of the two becomes the left child.
 *
 * Returns {nodes: [{count, left, right, parent}], merges: [{left, right, made, tie}], root, size}; size: V. tie: nodes
 * of one count of which one had to be left out, else null. A word's left and right, and the root's parent, are −1.
 */
export function huffman(counts) {
  const size = counts.length;
  const nodes = counts.map((count) => ({ count, left: -1, right: -1, parent: -1 }));
  const merges = [];
  let free = counts.map((_, k) => k);
  while (free.length > 1) {
    const sorted = [...free].sort((a, b) => nodes[a].count - nodes[b].count || a - b);
    const [first, second, third] = sorted;
    const isTie = third !== undefined && nodes[third].count === nodes[second].count;
    const tie = isTie ? sorted.filter((one) => nodes[one].count === nodes[second].count) : null;
    const [left, right] = nodes[second].count > nodes[first].count ? [second, first] : [first, second];
    const made = nodes.length;
    nodes.push({ count: nodes[first].count + nodes[second].count, left, right, parent: -1 });
    nodes[left].parent = made;
    nodes[right].parent = made;
    merges.push({ left, right, made, tie });
    free = [...free.filter((one) => one !== first && one !== second), made];
  }
  return { nodes, merges, root: nodes.length - 1, size };
}

/**
 * A word's way down from the root: [{node, digit}], the inner nodes it passes and the digit of its code at each: 1 for
 * the left child and 0 for the right one, as 003 has it (right: σ).
 */
export function pathTo({ nodes }, word) {
  const path = [];
  for (let node = word; nodes[node].parent >= 0; node = nodes[node].parent) {
    const { parent } = nodes[node];
    path.unshift({ node: parent, digit: nodes[parent].left === node ? 1 : 0 });
  }
  return path;
}

/** The code of a word, "101". */
export function codeOf(tree, word) {
  return pathTo(tree, word)
    .map(({ digit }) => digit)
    .join("");
}

/** The words from left to right, below a node. */
export function leavesOf(tree, from = tree.root) {
  const { left, right } = tree.nodes[from];
  return left < 0 ? [from] : [...leavesOf(tree, left), ...leavesOf(tree, right)];
}

/** How long a path is on average, in nodes, if words come as often as they were counted. */
export function meanLength(tree) {
  const { nodes, size, root } = tree;
  const inner = nodes.slice(size).reduce((sum, { count }) => sum + count, 0);
  return inner / nodes[root].count;
}

/** The entropy of the counts in bits, which no code undercuts. */
export function bitsOf(counts) {
  const total = counts.reduce((a, b) => a + b, 0);
  return counts.reduce((sum, count) => (count > 0 ? sum - (count / total) * Math.log2(count / total) : sum), 0);
}

/**
 * The mean length for V words of which the k-th most frequent occurs in proportion to 1/k (Zipf). Two queues are enough
 * where the counts are sorted: each merge is no lighter than the one before.
 */
export function zipfLength(size) {
  if (size < 2) return 0;
  const weight = Float64Array.from({ length: size }, (_, k) => 1 / (size - k));
  const made = new Float64Array(size - 1);
  let [word, merge, total, inner] = [0, 0, 0, 0];
  const lightest = (k) => (word < size && (merge >= k || weight[word] <= made[merge]) ? weight[word++] : made[merge++]);
  for (let k = 0; k < size; k += 1) total += weight[k];
  for (let k = 0; k < size - 1; k += 1) {
    made[k] = lightest(k) + lightest(k);
    inner += made[k];
  }
  return inner / total;
}

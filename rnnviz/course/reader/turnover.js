// Where a formula that is wider than its line goes on in the next one: browsers break no line within MathML. Pure.

const RELATIONS = new Set([..."=≈≤≥≠→←⇒"]);
// What joins two terms, where it does not begin one: the minus of −x is not such a place.
const JOINTS = new Set(["+", "−"]);
const OPENERS = new Set([..."([|,"]);
const CLOSERS = new Set([...")]"]);
const TALL = new Set(["mfrac", "munder", "munderover", "mtable"]);
// The parts that a bracket may have and still stay on one line: 1 − z has three.
const SHORT = 4;
// Ems of a space that keeps two equations apart.
const APART = 1;

/**
 * The lines of a formula, each a list of its columns, a column being a list of equations. An equation is a list of
 * sides: up to its second relation, and from each later one on. A side is a list of terms, trees of MathML, between
 * which the line may end. tree: of `parseTex`.
 */
export function brokenFormula(tree) {
  const isTable = tree[0] === "mtable";
  const rows = isTable ? tree.slice(2).map((row) => row.slice(2).map((cell) => cell[2])) : [[tree]];
  return rows.map((cells) => cells.map((cell) => equationsOf(partsOf(cell))));
}

function partsOf(cell) {
  const parts = cell[0] === "mrow" && !cell[1].class ? cell.slice(2) : [cell];
  return parts.flatMap((part) => (isLongBracket(part) ? part.slice(2).flatMap(partsOf) : [part]));
}

/** Whether a part is a bracket that grows with what it encloses, has nothing tall to enclose, and is long. */
function isLongBracket(part) {
  const isBracket = part[0] === "mrow" && !part[1].class && OPENERS.has(part[2]?.[2]);
  return isBracket && !hasTall(part) && partsOf(part[3]).length > SHORT;
}

function hasTall(node) {
  return typeof node !== "string" && (TALL.has(node[0]) || node.slice(2).some(hasTall));
}

function equationsOf(parts) {
  const equations = [[]];
  for (const part of parts) {
    if (part[0] === "mspace" && Number.parseFloat(part[1].width) >= APART) equations.push([]);
    else equations.at(-1).push(part);
  }
  return equations.map(sidesOf);
}

function sidesOf(parts) {
  let relations = 0;
  const isNext = (part) => RELATIONS.has(operatorOf(part)) && ++relations > 1;
  return split(parts, isNext).map((side) => {
    const kept = inShortBrackets(side);
    const isBreak = (part, before) =>
      RELATIONS.has(operatorOf(part)) ||
      (isPower(part) && isPower(before)) ||
      (JOINTS.has(operatorOf(part)) && !kept.has(part) && !RELATIONS.has(operatorOf(before)) && !opens(before));
    return split(side, isBreak).map(mathOf);
  });
}

/** Whether a part is a bracket to some power. */
const isPower = (part) => part[0] === "msup" && OPENERS.has(part[2][2]?.[2]);
const opens = (part) => OPENERS.has(operatorOf(part));

function inShortBrackets(parts) {
  const open = [];
  const kept = new Set();
  parts.forEach((part, k) => {
    if (part[2] === "(" || part[2] === "[") open.push(k);
    else if (CLOSERS.has(part[2]) && open.length > 0) {
      const inside = parts.slice(open.pop() + 1, k);
      if (inside.length <= SHORT) for (const one of inside) kept.add(one);
    }
  });
  return kept;
}

/** Parts in groups, each of which, but for the first one, begins where begins(part, the one before) says so. */
function split(parts, begins) {
  const groups = [[]];
  parts.forEach((part, k) => {
    if (k > 0 && begins(part, parts[k - 1])) groups.push([]);
    groups.at(-1).push(part);
  });
  return groups.filter((group) => group.length > 0);
}

/** The operator that a part is or, being marked as new or gone, begins with. */
function operatorOf(part) {
  if (part[0] === "mo") return part[2];
  const isMarked = part[0] === "mrow" && ["new", "gone"].includes(part[1].class);
  return isMarked ? operatorOf(partsOf(part[2])[0]) : "";
}

/** Parts as one tree; a joint that now comes first still keeps its distance from both sides. */
function mathOf(parts, k) {
  if (parts.length === 1) return parts[0];
  const [first, ...others] = parts;
  const isJoint = k > 0 && JOINTS.has(first[2]);
  return ["mrow", {}, isJoint ? ["mo", { ...first[1], form: "infix" }, first[2]] : first, ...others];
}

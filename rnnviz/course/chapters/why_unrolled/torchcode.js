// The figures' own computations as programs for PyTorch, with the figures' numbers (002, 6.2.2). Pure.

/** A matrix as torch.tensor takes it. */
const matrixText = (rows) => `torch.tensor([${rows.map((row) => `[${row.join(", ")}]`).join(", ")}])`;

/** What torch prints of a matrix, as comments. */
function printedMatrix(rows) {
  const texts = rows.map((row) => row.map((one) => one.toFixed(4)));
  const wide = Math.max(...texts.flat().map((one) => one.length));
  return texts.map((row, k) => {
    const inner = `[${row.map((one) => one.padStart(wide)).join(", ")}]`;
    return `# ${k === 0 ? "tensor([" : "        "}${inner}${k === texts.length - 1 ? "])" : ","}`;
  });
}

/**
 * Two products, or one of what is concatenated: lines {text, symbol}. words: {twoProducts, oneProduct}, the comments.
 */
export function joinListing({ X, W_xh, S, W_hh, first, second }, words) {
  const print = (rows, symbol) => printedMatrix(rows).map((text) => ({ text, symbol }));
  const broken = (rows) => rows.map((row) => `    [${row.join(", ")}],`);
  const whole = (name, rows, symbol) => [
    { text: `${name} = torch.tensor([`, symbol },
    ...broken(rows).map((text) => ({ text, symbol })),
    { text: "])", symbol },
  ];
  return [
    { text: "import torch" },
    // The figure computes in float64.
    { text: "torch.set_default_dtype(torch.float64)" },
    { text: "torch.set_printoptions(sci_mode=False)" },
    { text: "" },
    { text: `X = ${matrixText(X)}`, symbol: "X" },
    { text: `W_xh = ${matrixText(W_xh)}`, symbol: "W_xh" },
    ...whole("H", S, "H"),
    ...whole("W_hh", W_hh, "W_hh"),
    { text: "" },
    { text: `# ${words.twoProducts}` },
    { text: "print(torch.matmul(X, W_xh) + torch.matmul(H, W_hh))", symbol: "H_t" },
    ...print(first, "H_t"),
    { text: "" },
    { text: `# ${words.oneProduct}` },
    { text: "XH = torch.cat((X, H), dim=1)", symbol: "X" },
    { text: "W = torch.cat((W_xh, W_hh), dim=0)", symbol: "W" },
    { text: "print(torch.matmul(XH, W))", symbol: "H_t" },
    ...print(second, "H_t"),
  ];
}

/** Figure 6.1, as a loop over the text; isNow: the line of the walk's phase, from 1. */
export function bookListing(phase, words) {
  const line = (text, symbol, k = 0) => ({ text, symbol, isNow: k > 0 && k === phase });
  return [
    line("W = torch.cat((W_xh, W_hh), dim=0)", "W"),
    line(`H = torch.zeros(1, W_hh.shape[0])  # ${words.beginsAtZero}`, "H"),
    line(`for X_t in X:  # ${words.eachStep}`, "X"),
    line("    XH = torch.cat((X_t, H), dim=1)", "X", 1),
    line("    H = torch.tanh(torch.matmul(XH, W) + b_h)", "φ", 2),
    line(`    states.append(H)  # ${words.alsoNext}`, "H_t", 3),
    line("    O = torch.matmul(H, W_hq) + b_q", "O", 4),
    line("    predictions.append(torch.softmax(O, dim=1))", "O", 5),
  ];
}

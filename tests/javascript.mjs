// Reads lines of [program, asked] and writes a line for each: what the program's default function answers, or why not.

import { createInterface } from "node:readline";

const plain = (_, value) => (ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value);

async function told(line) {
  const [program, asked] = JSON.parse(line);
  try {
    const { default: answerTo } = await import(program);
    return { answer: await answerTo(asked) };
  } catch (error) {
    return { failure: /** @type {Error} */ (error).stack };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await told(line), plain)}\n`);
}

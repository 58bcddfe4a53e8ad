// The spaces between spoken words. Pure.

/** Words with a space wherever Chinese meets a letter or a number, and with no sign of punctuation twice. */
export function spaced(words) {
  return words
    .replace(/(?<=\p{Script=Han})(?=[\p{Script=Latin}\d])|(?<=[\p{Script=Latin}\d])(?=\p{Script=Han})/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "")
    .replace(/ ?([，；：、]) ?/g, "$1")
    .replace(/ ([,;:])/g, "$1")
    .replace(/[,，]+(?=[,;:，；：])|(?<=[:：])[,，]/gu, "")
    .replace(/^[\s,，]+|[\s,;:，；：、]+$/gu, "");
}

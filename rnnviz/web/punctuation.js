// The signs between the parts of a sentence, in the language of the page: full width in Chinese.

const isChinese = () => globalThis.document?.documentElement?.lang?.startsWith("zh") ?? false;

export const comma = () => (isChinese() ? "，" : ", ");
export const colon = () => (isChinese() ? "：" : ": ");
export const semicolon = () => (isChinese() ? "；" : "; ");
export const fullStop = () => (isChinese() ? "。" : ". ");
/** Between two sentences. */
export const sentenceGap = () => (isChinese() ? "" : " ");
/** Between the items of a list. */
export const listComma = () => (isChinese() ? "、" : ", ");

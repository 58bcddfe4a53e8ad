// What a track is read with where nothing is shown.

export const WORDS = { language: "en", strings: {}, readsAhead: false };

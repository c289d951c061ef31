/** Strings and comments, in which a time is none, and times with more digits than milliseconds have. */
const TOKENS =
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#.*|\d\d:\d\d:\d\d\.\d{4,}/g

/** Whether a text, which is TOML, has a time of which the parser keeps only milliseconds. */
export const cutsFractions = (text: string): boolean =>
  Array.from(text.matchAll(TOKENS)).some(([token]) => /^\d.*\.\d{3}\d*[1-9]/.test(token))

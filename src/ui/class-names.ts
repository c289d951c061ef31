/** Joins what is set: `classNames('a', busy && 'b')`. */
export const classNames = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')

/** 1 Weak, 2 Fair, 3 Good, 4 Strong. */
export type StrengthLevel = 1 | 2 | 3 | 4

const MERITS: readonly ((password: string) => boolean)[] = [
  (password) => password.length >= 8,
  (password) => password.length >= 12,
  (password) => /\p{Ll}/u.test(password),
  (password) => /\p{Lu}/u.test(password),
  (password) => /\p{Nd}/u.test(password),
  (password) => /[^\p{L}\p{N}]/u.test(password),
]

/** One point for each merit, 0 to 6. Advice only: what is accepted is the server's decision. */
export const strengthScore = (password: string): number => MERITS.filter((has) => has(password)).length

export function strengthLevel(password: string): StrengthLevel {
  const score = strengthScore(password)
  if (score <= 2) return 1
  if (score <= 4) return 2
  return score === 5 ? 3 : 4
}

import type { Json } from '#src/sdk/json.ts'

type Inputs = Readonly<Record<string, Json>>

/** Characters; longer inputs are rather somebody's text than a question. */
const MUCH_INPUT = 200

/** Keys, tokens and the like: at least one of these shapes is in the text. */
const SECRETS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/,
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abp]|ftl)[-_][\w-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\b(?:password|passwd|secret|api[-_ ]?key|token)\b\\*["']?\s*[:=]/i,
  /\/\/[^\s/:@]+:[^\s/@]+@/,
]

export function looksSecret(inputs: Inputs): boolean {
  const text = JSON.stringify(inputs)
  return SECRETS.some((secret) => secret.test(text))
}

/** Whether the link without the inputs is the better first offer. */
export const isDelicate = (inputs: Inputs): boolean => JSON.stringify(inputs).length > MUCH_INPUT || looksSecret(inputs)

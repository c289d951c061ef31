import type { Hint } from './first-look.schema.ts'

/** What issuers give their keys, so that they are recognised. */
const KNOWN: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}\b/,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/,
  /\bglpat-[A-Za-z0-9_-]{18,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  /\bxapp-\d-[A-Za-z0-9-]{10,}/,
  /\b[srp]k_(?:live|test)_[A-Za-z0-9]{12,}/,
  /\bwhsec_[A-Za-z0-9+/]{16,}/,
  /\bsk-(?:proj-|ant-|or-|live-)?[A-Za-z0-9_-]{20,}/,
  /\bAIza[0-9A-Za-z_-]{33,}/,
  /\bya29\.[0-9A-Za-z_-]{20,}/,
  /\bGOCSPX-[0-9A-Za-z_-]{20,}/,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/,
  /\bkey-[0-9a-f]{32}\b/,
  /\b(?:AC|SK)[0-9a-f]{32}\b/,
  /\bnpm_[A-Za-z0-9]{30,}/,
  /\bpypi-[A-Za-z0-9_-]{30,}/,
  /\bdop_v1_[0-9a-f]{40,}/,
  /\bhf_[A-Za-z0-9]{28,}/,
  /\bshp(?:at|ss|ca|pa)_[0-9a-f]{24,}/i,
  /\bsq0(?:atp|csp)-[A-Za-z0-9_-]{20,}/,
  /\bEAA[A-Za-z0-9]{40,}/,
  /\bftl_[A-Za-z0-9_-]{20,}/,
  /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/,
  /\b[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,}/,
  /AccountKey=[A-Za-z0-9+/]{40,}/,
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'{}<$]{1,64}:(?!\*+@|pass(?:word)?@|secret@|x+@)[^\s/:@"'{}<$]{6,64}@[\w.-]+/i,
]

/** A token that somebody signed: one in an example may be what a decoder is tried with. */
const JWT = /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/

const NAMED =
  /\b(?![\w-]{0,20}(?:example|sample|demo|dummy|test|fake|mock))[\w-]{0,20}?(?:api[_-]?key|apikey|secret|token|passw(?:or)?d|passwd|pwd|credential|private[_-]?key|access[_-]?key|auth(?:orization)?)\w{0,12}["'`]?\s*(?:[:=]|=>|,)\s*["'`](?:Bearer |Basic )?([^"'`\s]{12,})["'`]/gi
/** A key of a service whose name says no more than that: `OPENWEATHER_KEY`. Its value then has to look like one. */
const KEYED =
  /\b[\w-]{0,30}(?:[_-]key|Key|KEY)["'`]?\s*(?:[:=]|=>)\s*["'`]([0-9a-f]{24,}|[A-Za-z0-9+/]{24,}={0,2})["'`]/g
const BEARER = /\b(?:Bearer|Basic)\s+([A-Za-z0-9+/_.=-]{20,})/g

const PLACEHOLDER =
  /example|sample|dummy|placeholder|your|change[_-]?me|insert|replace|redacted|xxxx|\*{3}|\.{3}|<|>|\{|foo|lorem|test[_-]?test|0123456789|1234567|abcdef|qwerty/i

/** Bits of each sign, from how often each occurs. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

const isRandom = (value: string): boolean => {
  const hasDigit = /\d/.test(value)
  const isMixed =
    (hasDigit && /[a-z]/i.test(value)) || (/[a-z]/.test(value) && /[A-Z]/.test(value) && value.length >= 20)
  return isMixed && !PLACEHOLDER.test(value) && entropyOf(value) >= (hasDigit ? 3 : 4)
}

/** Digits here and there: an alphabet, and a name with a year, have theirs in one place. */
const isSpread = (value: string): boolean => (value.match(/\d+/g)?.length ?? 0) >= 3

const masked = (value: string): string => `${value.slice(0, 4)}… (${value.length} signs)`

/** Of what has the form of an issuer's key: only what says so itself is none. */
const isPlaceholder = (value: string): boolean =>
  /example|your|placeholder|redacted|xxxx|\*{3}|(.)\1{5,}/i.test(value.replace(/^-{5}/, ''))

interface Place {
  readonly where: string
  readonly text: string
  readonly isCode: boolean
}

function secretIn({ text, isCode }: Place): string | undefined {
  const known = KNOWN.map((pattern) => pattern.exec(text)?.[0]).find(
    (value) => value !== undefined && !isPlaceholder(value),
  )
  if (known !== undefined) return known
  if (!isCode) return undefined
  const jwt = JWT.exec(text)?.[0]
  if (jwt !== undefined) return jwt
  const keyed = [...text.matchAll(KEYED)]
    .map(([, value = '']) => value)
    .find((value) => isRandom(value) && isSpread(value))
  return keyed ?? [...text.matchAll(NAMED), ...text.matchAll(BEARER)].map(([, value = '']) => value).find(isRandom)
}

/** Keys and passwords that everybody who reads the listing would have. */
export const lookForSecrets = (places: readonly Place[]): Hint[] =>
  places.flatMap((place) => {
    const found = secretIn(place)
    return found === undefined ? [] : [{ kind: 'secret' as const, where: place.where, excerpt: masked(found) }]
  })

import { isDemoSecret, isDemoToken } from './demo-secrets.ts'
import type { Hint } from './first-look.schema.ts'
import { folded, plain } from './plain-words.ts'

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
  /\bhttps:\/\/(?:[\w-]{1,60}\.)?(?:webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook)\/[\w@/-]{20,}/i,
  /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/i,
  /\bhttps:\/\/(?:\w{1,20}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{6,}\/[\w-]{10,}/i,
  /\bhttps:\/\/(?:hooks\.zapier\.com\/hooks\/catch\/\d+\/\w+|hook\.\w{2,6}\.make\.com\/\w{20,}|maker\.ifttt\.com\/trigger\/\w+\/(?:json\/)?with\/key\/[\w-]{10,}|chat\.googleapis\.com\/v1\/spaces\/\w+\/messages\?key=[\w-]{20,})/i,
  /\b[0-9a-f]{8,12}msh[0-9a-f]{10,20}p[0-9a-f]{6}jsn[0-9a-f]{8,20}\b/,
  /\b[0-9a-f]{32}-us\d{1,2}\b/,
  /\b(?:secret|ntn)_[A-Za-z0-9]{40,}\b/,
  /\blin_api_[A-Za-z0-9]{30,}/,
  /\bdapi[0-9a-f]{32}\b/,
  /\bglsa_[A-Za-z0-9_]{30,}/,
  /\b[sp]k\.eyJ1[A-Za-z0-9_.-]{30,}/,
  /\bPMAK-[0-9a-f-]{40,}/,
  /\bhvs\.[A-Za-z0-9_-]{20,}/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{40,}/,
  /\bgsk_[A-Za-z0-9]{30,}/,
  /\br8_[A-Za-z0-9]{30,}/,
  /\bpplx-[A-Za-z0-9]{30,}/,
  /\bsbp_[0-9a-f]{30,}/,
  /\bATATT3[A-Za-z0-9_=-]{30,}/,
  /\bfigd_[A-Za-z0-9_-]{30,}/,
  /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{40,}/,
  /\bxprv[1-9A-HJ-NP-Za-km-z]{80,}/,
  /\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
  /[?&]sig=[A-Za-z0-9%+/]{40,}/,
]

/** A token that somebody signed. */
const JWT = /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/

const NOT_MEANT = '(?![\\w-]{0,20}(?:example|sample|demo|dummy|test|fake|mock|hash|digest))'
const GIVEN = `["'\`]?\\]?\\s*(?:[:=]|=>|,)\\s*["'\`]`
const NAMED = new RegExp(
  `\\b${NOT_MEANT}[\\w-]{0,20}?(?:api[_-]?key|apikey|app[_-]?id|secret|token|passw(?:or)?d|passwd|pwd|credential|private[_-]?key|access[_-]?key|auth(?:orization)?|cookie|session[_-]?id)\\w{0,12}${GIVEN}(?:Bearer |Basic )?([^"'\`\\s]{12,})["'\`]`,
  'gi',
)
/** A password as people choose them, for something that calls it one. */
const PASSWORD = new RegExp(
  `(?:(?<![a-z])${NOT_MEANT}(?:[a-z]{1,20}[_-])?(?:pass|pw)|\\b${NOT_MEANT}\\w{0,20}(?:passw(?:or)?d|passwd|pwd|passphrase))${GIVEN}([^"'\`\\s]{7,64})["'\`]`,
  'gi',
)
/** A key of a service whose name says no more than that: `OPENWEATHER_KEY`. Its value then has to look like one. */
const KEYED =
  /\b[\w-]{0,30}(?:[_-]key|Key|KEY)["'`]?\s*(?:[:=]|=>)\s*["'`]([0-9a-f]{24,}|[A-Za-z0-9+/]{24,}={0,2})["'`]/g
const BEARER = /\b(?:Bearer|Basic)\s+([A-Za-z0-9+/_.=-]{20,})/g
/** What something is signed or opened with, in the call itself. */
const IN_CALL =
  /\b\w{0,20}(?:api_?key|token|secret|credentials?|hmac|sign|encrypt|decrypt|aes|cipher|auth\w{0,10}|login|connect|verify)\w{0,12}\(\s*(?:["'`][\w.@-]{2,30}["'`]\s*,\s*)?["'`]([A-Za-z0-9+/_=-]{16,})["'`]/gi
const IN_ADDRESS =
  /https?:\/\/([\w.-]{1,100})(?::\d{2,5})?(?=[/?])[^\s"'`<>:]{0,300}?[?&](?:key|api[_-]?key|access[_-]?token|auth[_-]?token|token|app[_-]?id|secret|client[_-]?secret|password|passwd|pwd|pass|auth|signature|code|sig|subscription-key)=([^&\s"'`$<>{}]{10,200})/gi
const IN_QUERY =
  /[?&](?:key|api[_-]?key|access[_-]?token|app[_-]?id|client[_-]?secret|token|subscription-key)=([A-Za-z0-9_-]{16,200})/gi
/** A name that somebody signs, opens or signs in with. */
const USED =
  /\b\w{0,20}(?:hmac|sign|encrypt|decrypt|aes|cipher|auth\w{0,10}|login|connect)\w{0,12}\((?:[^()\n]{0,60}[ ,(])?([A-Za-z_$][\w$]{0,40})\b/gi
const HELD = /\b(?:const|let|var)\s+([A-Za-z_$][\w$]{0,40})\s*=\s*["'`]([A-Za-z0-9+/_=-]{16,200})["'`]/g
const COMMENTS = /(?<!:)\/\/[^\n]{0,2000}|\/\*[^*]{0,2000}/g
const IN_ENVIRONMENT =
  /\b[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|_KEY)\s?=\s?["']?([^\s"'\\,}]{8,100})/g
/** In words for people, who are told to use it. */
const IN_WORDS =
  /(?<!\p{L})(?:pass ?word|passcode|pass|pwd|pw|passwort|kennwort|mot de passe|contrasena|senha|пароль|pin|api key|key|token|secret|admin ?\/|root ?\/)(?!\p{L})\s{0,3}(?:is|are|:|=|-|–|→|lautet|ist|est|es|e)?\s{0,3}["'«„“]?([^\s"'»“”,;()<>]{8,64})/giu

const PLACEHOLDER =
  /example|sample|dummy|placeholder|your|change[_-]?me|insert|replace|redacted|xxxx|\*{3}|\.{3}|…|<|>|\{|foo|lorem|test[_-]?test|0123456789|1234567|abcdef|qwerty/i
/** What people choose when they want to show a bad password. */
const WELL_KNOWN = /passw|hunter|letmein|welcome|admin|secret|iloveyou|dragon|monkey|correct|tr0ub|p4ss|123|abc/i

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
  return isMixed && !PLACEHOLDER.test(value) && !isDemoSecret(value) && entropyOf(value) >= (hasDigit ? 3 : 4)
}

/** Digits here and there: an alphabet, and a name with a year, have theirs in one place. */
const isSpread = (value: string): boolean => (value.match(/\d+/g)?.length ?? 0) >= 3
const isKey = (value: string): boolean => value.length >= 12 && isRandom(value) && isSpread(value)

/** Letters with digits or signs among them, and no word that stands for any password. */
const isPassword = (value: string): boolean => {
  const read = plain(value).replaceAll('0', 'o').replace(/[4@]/g, 'a').replace(/[5$]/g, 's').replaceAll('3', 'e')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((kind) => kind.test(value)).length
  const isShown = PLACEHOLDER.test(value) || WELL_KNOWN.test(value) || WELL_KNOWN.test(read) || isDemoSecret(value)
  return kinds >= 3 && !isShown && /\d/.test(value) && !/^[\w.+-]*\(|[(=]/.test(value)
}

const masked = (value: string): string => `${value.slice(0, 4)}… (${value.length} signs)`

/** Of what has the form of an issuer's key: only what says so itself is none. */
const isPlaceholder = (value: string): boolean =>
  /example|your|placeholder|redacted|xxxx|\*{3}|(.)\1{5,}/i.test(value.replace(/^-{5}/, '')) || isDemoSecret(value)

interface Place {
  readonly where: string
  readonly text: string
  /** What an example is tried with may look like a password. */
  readonly kind: 'code' | 'words' | 'data' | 'example'
}

/** What a listing is about, which makes some finds everyday ones. */
interface About {
  readonly tokens: boolean
  readonly secrets: boolean
  readonly passwords: boolean
}
const aboutOf = (title: string, description: string): About => {
  const text = folded(`${title} ${description}`)
  return {
    tokens: /\bjwt|json web token|\btokens?\b|\bbearer\b|\bbase64/.test(text),
    secrets:
      /\b(?:find|scan\w*|detect\w*|redact\w*|mask\w*|look\w*|leak\w*|hide|remove)\b.*\b(?:keys?|secrets?|tokens?|credentials?|passwords?)\b/.test(
        text,
      ),
    passwords:
      /\bpass ?(?:words?|phrases?)\b|\bpasswort|\bkennwort|\bcontrasena|\bmot de passe|\bsenha|парол|\bhmac|\bencrypt|\bdecrypt|\bcipher|\bkeys?\b.*\bgenerat|\bwi-?fi|\bwlan|\bconnection string|\bhtpasswd|\bbasic auth/.test(
        text,
      ),
  }
}

const valuesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, value = '']) => value)
const NOBODYS = /(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost)$/

function secretIn({ text, kind }: Place, about: About): string | undefined {
  const isData = kind === 'data' || kind === 'example'
  if (isData && about.secrets) return undefined
  const known = KNOWN.map((pattern) => pattern.exec(text)?.[0]).find(
    (value) => value !== undefined && !isPlaceholder(value),
  )
  if (known !== undefined) return known
  const jwt = JWT.exec(text)?.[0]
  if (jwt !== undefined && !isDemoToken(jwt, about.tokens && kind !== 'code')) return jwt
  const address = [...text.matchAll(IN_ADDRESS)].find(
    ([, host = '', value = '']) => !NOBODYS.test(host) && isKey(value),
  )
  if (address !== undefined) return address[2]
  const set = valuesIn(text, IN_ENVIRONMENT).find((value) => isKey(value) || isPassword(value))
  if (set !== undefined) return set
  if (kind === 'words') return saidIn(text)
  if (isData && about.passwords) return undefined
  const hasChosen = !about.passwords && kind !== 'example'
  const chosen = hasChosen ? valuesIn(text, PASSWORD).find(isPassword) : undefined
  const patterns = kind === 'code' ? [KEYED, IN_CALL, IN_QUERY] : [KEYED, IN_CALL]
  const keyed = patterns.flatMap((pattern) => valuesIn(text, pattern)).find(isKey) ?? usedIn(text)
  const named = chosen ?? keyed ?? [...valuesIn(text, NAMED), ...valuesIn(text, BEARER)].find(isRandom)
  if (named !== undefined || about.passwords || kind === 'example') return named
  return saidIn(kind === 'code' ? (text.match(COMMENTS) ?? []).join('\n') : text)
}

/** A key that only its use gives away. */
function usedIn(code: string): string | undefined {
  const held = [...code.matchAll(HELD)].filter(([, , value = '']) => isKey(value))
  if (held.length === 0) return undefined
  const used = new Set(valuesIn(code, USED))
  return held.find(([, name = '']) => used.has(name))?.[2]
}

/** Told to people, and not to show what one looks like. */
const saidIn = (text: string): string | undefined =>
  /\b(?:e\.?g\.?|such as|for example|z\. ?b\.|par exemple|por ejemplo)/i.test(text)
    ? undefined
    : valuesIn(text.normalize('NFKD').replace(/\p{M}+/gu, ''), IN_WORDS)
        .map((value) => value.replace(/[.?]+$/, ''))
        .find((value) => isKey(value) || (isPassword(value) && /[^\w\s./:-]/.test(value)))

/** Keys and passwords that everybody who reads the listing would have. */
export function lookForSecrets(listing: { title: string; description: string }, places: readonly Place[]): Hint[] {
  const about = aboutOf(listing.title, listing.description)
  return places.flatMap((place) => {
    const found = secretIn(place, about)
    return found === undefined ? [] : [{ kind: 'secret' as const, where: place.where, excerpt: masked(found) }]
  })
}

import { foldWords, withinOneEdit } from '#src/lib/search-words.ts'
import type { Hint } from './first-look.schema.ts'

/** A listing that was there before. */
export interface Known {
  readonly title: string
  readonly description: string
  /** Whether this one says that it was made from it. */
  readonly isSource?: boolean
}

interface Words {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  /** Labels, help and whatever else people read, each with its place. */
  readonly others: readonly { readonly where: string; readonly text: string }[]
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    х: 'x',
    у: 'y',
  },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    ɡ: 'g',
    ı: 'i',
  },
}
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }
const NOISE = new Set([
  'free',
  'online',
  'official',
  'pro',
  'new',
  'best',
  'the',
  'plus',
  'premium',
  'hd',
  'v2',
  'v3',
  '2',
  'ultimate',
  'original',
  'real',
])

const plain = (text: string): string =>
  [...text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()].map((sign) => LOOKALIKES[sign] ?? sign).join('')

/** What a name looks like to somebody in a hurry. */
function skeletonOf(title: string): string {
  const words = foldWords([...plain(title)].map((sign) => (/[@$]/.test(sign) ? (DIGITS[sign] ?? sign) : sign)).join(''))
  const telling = words.filter((word) => !NOISE.has(word))
  return (telling.length === 0 ? words : telling)
    .map((word) => (/[a-z]/.test(word) ? word.replace(/[013457]/g, (digit) => DIGITS[digit] ?? digit) : word))
    .join('')
    .replace(/l/g, 'i')
}

/** Shorter words differ in one letter and mean something else: BMI and BMR. */
const MIN_NEAR = 6

/** One slip in one long word. */
function isSlip(title: string, other: string): boolean {
  const [mine, theirs] = [foldWords(plain(title)), foldWords(plain(other))]
  const different = mine.filter((word, at) => word !== theirs[at])
  const [word = ''] = different
  const there = theirs[mine.indexOf(word)] ?? ''
  // A digit tells two names apart: Base32 is not Base64.
  const isNear = word.length >= MIN_NEAR && !/\d/.test(word + there) && withinOneEdit(word, there)
  return mine.length === theirs.length && different.length === 1 && isNear
}

const hasSameName = (title: string, other: string): boolean => {
  const one = skeletonOf(title)
  return (one !== '' && one === skeletonOf(other)) || isSlip(title, other)
}

const SHINGLE = 3
function shingles(text: string): Set<string> {
  const words = foldWords(plain(text))
  return new Set(
    words.slice(0, Math.max(0, words.length - SHINGLE + 1)).map((_, at) => words.slice(at, at + SHINGLE).join(' ')),
  )
}
const FILLERS = new Set(
  'a an and are as at by for from how in into is it its of on or so that the this to what with you your'.split(' '),
)
const telling = (text: string): Set<string> => new Set(foldWords(plain(text)).filter((word) => !FILLERS.has(word)))
const shared = (one: ReadonlySet<string>, two: ReadonlySet<string>): number =>
  [...one].filter((word) => two.has(word)).length

/** Most of it word for word, or the same words in another order. */
function isCopied(text: string, other: string): boolean {
  const [mine, theirs] = [shingles(text), shingles(other)]
  if (theirs.size >= 3 && shared(mine, theirs) >= Math.max(4, 0.5 * Math.min(mine.size, theirs.size))) return true
  const [words, those] = [telling(text), telling(other)]
  const same = shared(words, those)
  return same >= 7 && same / (words.size + those.size - same) >= 0.65
}

const BRANDS =
  'fettle|google(?: (?:translate|drive|docs|sheets|pay|maps))?|gmail|youtube|android|apple(?: (?:id|pay|music))?|icloud|itunes|app ?store|microsoft(?: (?:office|excel|word|365|teams))?|windows|outlook|onedrive|azure|amazon|aws|facebook|meta|instagram|whatsapp(?: web)?|tiktok|twitter|x\\.com|linkedin|snapchat|reddit|discord|telegram|paypal|stripe|visa|mastercard|american express|revolut|wise|venmo|cash ?app|klarna|coinbase|binance|metamask|kraken|trust ?wallet|ledger|chase|wells fargo|bank of america|hsbc|barclays|citibank|santander|netflix|spotify|disney|steam|roblox|fortnite|minecraft|playstation|xbox|nintendo|openai|chatgpt|anthropic|claude|gemini|github|gitlab|slack|zoom|dropbox|adobe|photoshop|canva|notion|shopify|ebay|airbnb|uber|dhl|fedex|ups|usps|irs|hmrc|nhs|walmart|target|ikea'
const NAME = `(?:the )?(?:${BRANDS})`
const CLAIMS: readonly RegExp[] = [
  new RegExp(`\\bofficial(?:ly)?\\b[^.]{0,20}\\b${NAME}\\b`),
  new RegExp(`\\b${NAME}(?:'s|’s)?\\b[^.]{0,20}\\bofficial\\b`),
  new RegExp(
    `\\b(?:made|built|created|developed|provided|brought to you|certified|endorsed|approved|verified|authori[sz]ed|powered|maintained|sponsored|operated|recommended|trusted) by ${NAME}\\b`,
  ),
  new RegExp(
    `\\b${NAME}(?:'s|’s)?(?: (?:bank(?:ing)?|online|web|mobile|customer|user))? (?:support|security|help ?desk|customer (?:service|care)|account|verification|recovery|wallet|sign[- ]?in|log[- ]?in|refund|staff|team|moderators?|admin)\\b`,
  ),
  new RegExp(
    `\\bfrom (?:the )?(?:team|makers|people|engineers) (?:at|of|behind) ${NAME}\\b|\\bpartner(?:ed)? (?:of|with) ${NAME}\\b`,
  ),
]
const IN_TITLE: readonly RegExp[] = [
  new RegExp(`\\b(?:by|from) ${NAME}\\b`),
  new RegExp(`^${NAME}(?: (?:web|app|online|pro|premium|free|login|tool|portal|official))*$`),
  /\bfettle\b|\bofficial\b|\bbuilt[- ]in\b|\bverified\b/,
]

const mixesScripts = (title: string): boolean =>
  title
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word) && word.length > 2,
    )

function impersonationIn({ title, description, others }: Words, known: readonly Known[]): string | undefined {
  const namesake = known.find((one) => !one.isSource && hasSameName(title, one.title))
  if (namesake !== undefined) return `“${title}” beside “${namesake.title}”`
  if (mixesScripts(title) || new RegExp(INVISIBLE.source).test(title))
    return `“${title}” has letters that look like others`
  const name = plain(title)
  const found = IN_TITLE.map((pattern) => pattern.exec(name)?.[0]).find(Boolean)
  if (found !== undefined) return found
  const texts = [title, description, ...others.map(({ text }) => text)].map(plain)
  return texts.flatMap((text) => CLAIMS.map((pattern) => pattern.exec(text)?.[0])).find(Boolean)
}

const LINK =
  /\b(?:https?:\/\/|hxxps?:\/\/|www\.)[^\s<>"')\]]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|ru|cn|xyz|top|shop|store|online|site|club|info|biz|link|click|live|app|me|ly|gg|vip|win|bet|casino|loan|cash|pro)(?:\/[^\s<>"')\]]*)?(?![\w@])/gi
const SHORTENERS =
  /\b(?:bit\.ly|tinyurl\.com|t\.me|wa\.me|goo\.gl|is\.gd|cutt\.ly|rb\.gy|rebrand\.ly|shorturl\.at|linktr\.ee|discord\.gg|chat\.whatsapp\.com|ow\.ly|t\.co)\b/i
const CALLS: readonly RegExp[] = [
  /\b(?:buy|order|shop|subscribe|sign up|register|join|download|call|contact us|visit|click)\b[^.]{0,30}\b(?:now|here|today|below|us|link|our|my)\b/,
  /\b(?:cheap(?:est)?|lowest price|best price|discount code|promo(?:tion)? code|coupon|voucher|limited (?:time )?offer|special offer|act now|hurry|\d{1,2} ?% off|free (?:trial|gift|bonus|money|followers|spins|robux|v-?bucks)|gift cards?)\b/,
  /\b(?:casino|betting|sportsbook|slots|jackpot|poker bonus|viagra|cialis|pharmacy|weight loss pills?|escorts?|adult|xxx|replica|cbd|essay writing|write (?:my|your) essay)\b/,
  /\b(?:make|earn|win)\b[^.]{0,25}(?:[$€£]\s?\d|\bmoney\b|\bcash\b|\bper (?:day|hour|week|month)\b|\bfrom home\b)|\bpassive income\b|\bget rich\b|\bdouble your\b|\bguaranteed (?:profit|return|income|approval)/,
  /\b(?:whats ?app|telegram|signal|viber|wechat|line)\b[^.]{0,20}(?:\+?\d[\d\s().-]{6,}|@\w{3,})|\b(?:call|text|dm|message)\b[^.]{0,15}\+?\d[\d\s().-]{7,}/,
  /\b(?:followers|likes|subscribers|backlinks|reviews|traffic)\b[^.]{0,25}\b(?:cheap|buy|for sale|instant|boost|guaranteed|packages?)\b|\b(?:buy|boost|cheap|instant)\b[^.]{0,25}\b(?:followers|likes|subscribers|backlinks|reviews|traffic)\b|\bseo (?:services?|agency|expert|packages?)\b/,
  /\b(?:use|with|enter|redeem) (?:my |our )?(?:referral|affiliate|promo|discount|invite) (?:code|link)\b|\b(?:referral|affiliate) (?:code|link)\b/,
  /\b(?:use|using|with|enter|apply|redeem) (?:the |my |our )?(?:code|coupon) (?=[a-z]*\d)[a-z\d]{4,}\b/,
  /\b(?:our|my) (?:experts?|writers|agents|brokers?|coaches|channel|group)\b/,
  /\b(?:today only|only today|while (?:stocks?|supplies) lasts?|best deals?)\b/,
  /\b(?:airdrop|presale|pump|guaranteed returns?|forex signals?|crypto signals?|trading signals?|investment plan)\b/,
]

/** Links that somebody wanted to hide from a look like this one. */
const unhideLinks = (text: string): string =>
  text
    .replace(/\s*(?:\[|\()\s*(?:dot|\.)\s*(?:\]|\))\s*/g, '.')
    .replace(/([a-z0-9-]{2,})\s+dot\s+(?=[a-z]{2,})/g, '$1.')
    .replace(/hxxp/g, 'http')

function spamIn({ title, description, tags, others }: Words): string | undefined {
  const texts = [title, description, ...tags, ...others.map(({ text }) => text)].map((text) => unhideLinks(plain(text)))
  const whole = texts.join(' . ')
  const links = [...new Set(whole.match(LINK) ?? [])].filter(
    (link) => !/\bexample\.(?:com|org|net)\b|\.(?:js|json|csv)$/.test(link),
  )
  const short = SHORTENERS.exec(whole)?.[0]
  if (short !== undefined) return short
  const hosts = new Set(
    links.map(
      (link) =>
        link
          .replace(/^\w+:\/\//, '')
          .replace(/^www\./, '')
          .split('/')[0],
    ),
  )
  if (hosts.size >= 3) return `${hosts.size} links`
  const calls = CALLS.map((pattern) => pattern.exec(whole)?.[0]).filter((found) => found !== undefined)
  const [first] = calls
  if (first !== undefined && (links.length > 0 || calls.length >= 2))
    return [first, links[0]].filter(Boolean).join(' … ')
  if (/\b(?:ref|aff|affiliate|referral|utm_campaign|partner|tag)(?:_?id)?=[\w-]+/.test(links.join(' '))) return links[0]
  return stuffingIn({ title, description, tags })
}

/** The same word again and again, or shouting. */
function stuffingIn({ title, description, tags }: Pick<Words, 'title' | 'description' | 'tags'>): string | undefined {
  const words = foldWords(plain(`${title} ${description} ${tags.join(' ')}`)).filter(
    (word) => word.length > 3 && !FILLERS.has(word),
  )
  for (const word of new Set(words)) {
    const count = words.filter((one) => one === word).length
    if (count >= 7 && count > words.length / 4) return `“${word}” ${count} times`
  }
  const letters = description.replace(/[^\p{L}]/gu, '')
  const isShouted = letters.length > 40 && letters.replace(/[^\p{Lu}]/gu, '').length > letters.length * 0.7
  return isShouted || /!{3,}/.test(`${title} ${description}`) ? 'written as a shout' : undefined
}

const GIVEN_AWAY =
  /\b(?:seed|recovery|backup|mnemonic|secret) (?:phrase|words)\b|\b(?:12|24)[- ]word\b|\bwallet (?:private )?key\b|\bprivate key of (?:your|the) wallet\b|\b(?:cvv2?|cvc2?|card (?:pin|security code))\b|\b(?:bank|atm|card|sim)[- ]pin\b|\b(?:e-?mail|gmail|paypal|facebook|instagram|google|bank(?:ing)?|account|apple id|microsoft|netflix|steam|roblox|router|login|your current) password\b|\bpassword (?:of|for|to) your\b|\b(?:one[- ]time|sms|2fa|otp|verification|authenticator) (?:code|password|pin)\b|\b(?:paste|enter|type|give|your) (?:\w+ ){0,2}private key\b|\b(?:[4-8]|four|six|eight)[- ]digits? (?:\w+ )?code\b[^.]{0,20}\b(?:sms|phone|text message|authenticator|app|bank|e-?mail)\b|\bcode (?:from|in|of|on|by) (?:your|the|an?) (?:sms|phone|text message|authenticator|bank)\b|\b(?:backup|recovery) codes?\b|\b(?:online[- ]banking|net ?banking) (?:pin|login|log-in|id|username|credentials)\b|\bsocial security number\b|\bssn\b/
const MAKES_THEM = /\b(?:generat\w*|strength|creat\w*|random|hash\w*|entropy|validat\w*|check ?sum|format\w*)\b/

/** Fields for what a tool has no business to know. */
export const lookForCredentials = (
  title: string,
  fields: readonly { readonly where: string; readonly text: string }[],
): Hint[] =>
  fields.flatMap(({ where, text }) => {
    const found = GIVEN_AWAY.exec(plain(text))?.[0]
    const isMaker = MAKES_THEM.test(plain(title)) && !/wallet|account|bank/.test(plain(title))
    return found === undefined || isMaker ? [] : [{ kind: 'credentials' as const, where, excerpt: found }]
  })

export function lookAtWords(words: Words, known: readonly Known[]): Hint[] {
  const copied = known.find(
    ({ isSource, title, description }) =>
      (!isSource || hasSameName(words.title, title)) &&
      [words.description, ...words.others.map(({ text }) => text)].some((text) => isCopied(text, description)),
  )
  const found = [
    { kind: 'copied', where: 'description', excerpt: copied && `as in “${copied.title}”` },
    { kind: 'impersonation', where: 'title and description', excerpt: impersonationIn(words, known) },
    { kind: 'spam', where: 'title and description', excerpt: spamIn(words) },
  ] as const
  return found.flatMap(({ kind, where, excerpt }) =>
    excerpt === undefined ? [] : [{ kind, where, excerpt: excerpt.slice(0, 120) }],
  )
}

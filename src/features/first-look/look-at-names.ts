import { foldWords, withinOneEdit } from '#src/lib/search-words.ts'
import { ANY_BRAND, BRAND, brandIn, COMMON_BRAND, imitationIn } from './brands.ts'
import { isAlike, type Known } from './look-for-copies.ts'
import { hasInvisible, mixesScripts, plain, readingsOf, skeletonOf } from './plain-words.ts'

const BOASTS = new Set('free online pro new best the plus premium hd v2 v3 2 ultimate'.split(' '))
const CLAIMED = new Set('official original real genuine verified'.split(' '))

/** Words of a title but for those with which it boasts. */
function wordsOf(title: string, without: readonly ReadonlySet<string>[]): string[] {
  const words = foldWords(plain(title).replaceAll('@', 'a').replaceAll('$', 's'))
  const telling = words.filter((word) => !without.some((set) => set.has(word)))
  return telling.length === 0 ? words : telling
}
const looksOf = (title: string): string =>
  wordsOf(title, [BOASTS, CLAIMED])
    .map((word) => (/[a-z]/.test(word) ? skeletonOf(word) : word))
    .join('')
/** British and American spelling, singular and plural are one. */
const spelled = (title: string): string =>
  wordsOf(title, [BOASTS])
    .map((word) => word.replace('our', 'or').replace('ise', 'ize').replace(/s$/, ''))
    .join(' ')

/** Shorter words differ in one letter and mean something else: BMI and BMR. */
const MIN_NEAR = 6

/** One slip in one long word. */
function isSlip(title: string, other: string): boolean {
  const [mine, theirs] = [spelled(title).split(' '), spelled(other).split(' ')]
  const different = mine.filter((word, at) => word !== theirs[at])
  const [word = ''] = different
  const there = theirs[mine.indexOf(word)] ?? ''
  // A digit tells two names apart: Base32 is not Base64.
  const isNear = word.length >= MIN_NEAR && !/\d/.test(word + there) && withinOneEdit(word, there)
  return mine.length === theirs.length && different.length === 1 && isNear
}

export const hasSameName = (title: string, other: string): boolean =>
  (looksOf(title) !== '' && looksOf(title) === looksOf(other)) || isSlip(title, other)

const WHAT_IT_DOES =
  /^(?:calculators?|converters?|generators?|validators?|checkers?|check|formatters?|encoders?|decoders?|testers?|counters?|translators?|viewers?|makers?|planners?|timers?|pickers?|finders?|parsers?|inspectors?|optimizers?|statistics|difference|diff|information|codes?|factors|zones|strength|schedule|distance|escape|wheel|ratio|roller|sorter|cleaner|comparison|cipher|rule|scale|goal|margin)$/
/** A name that says what the tool does is everybody's: it alone tells nothing. */
const isGeneric = (title: string): boolean => foldWords(title).some((word) => WHAT_IT_DOES.test(word))

/** Under the name of another: in disguise, with a claim, or with what the other says of itself. */
function namesakeOf(title: string, description: string, known: readonly Known[]): Known | undefined {
  const isClaimed = foldWords(title).some((word) => CLAIMED.has(word))
  return known.find((other) => {
    if (other.isSource || !hasSameName(title, other.title)) return false
    const isOpen = spelled(title) === spelled(other.title) && !isClaimed && !mixesScripts(title)
    return !isOpen || !isGeneric(other.title) || isAlike(description, other.description)
  })
}

const NOT_A_CLAIM =
  '(?! (?:fees?|costs?|calculator|size|limits?|ids?|numbers?|format\\w*|converter|template|rules?|names?|rate|per|price|balance|length|dates?|export|csv|cheat ?sheet))'
const DESK =
  '(?:support|help ?desk|help ?line|help ?cent(?:er|re)|hotline|service desk|customer (?:service|care|support)|security|verification|verify|recovery|(?:account )?unlock(?:er)?|refund (?:cent(?:er|re)|desk|portal|department|claims?|form|helper|team)|sign[- ]?in|log[- ]?in|staff|moderators?|admin(?:istration)?|giveaway|rewards? cent(?:er|re)|claims? (?:desk|cent(?:er|re)|portal|form)|fraud (?:department|team|desk|form|prevention)|(?:security|fraud) (?:alert|check|cent(?:er|re)|department|team)|account (?:verification|recovery|unlock\\w*|access|login|review|support|security)|wallet (?:recovery|support|connect|sync|validation|verification)|support team|kundenservice|kundendienst|assistance|service client|soporte|atencion al cliente|suporte|konto(?:verifizierung|sperre|entsperrung|sicherheit|wiederherstellung)|sicherheits(?:center|abteilung|team)|verifizierung|verifica(?:cion|cao)|recupera(?:cion|cao)|поддержк\\S*|верификаци\\S*|безопасност\\S*|личныи кабинет)'
const CLAIMS: readonly RegExp[] = [
  new RegExp(`\\b(?:official(?:ly)?|offiziell\\w*|officiel\\w*|oficial)\\b[^.]{0,20}\\b${ANY_BRAND}(?!\\p{L})`, 'u'),
  new RegExp(`\\b${BRAND}(?:'s)?\\b[^.]{0,20}\\bofficial\\b`, 'u'),
  new RegExp(
    `\\b(?:made|built|created|developed|provided|published|brought to you|certified|endorsed|approved|verified|authori[sz]ed|maintained|sponsored|operated|recommended|trusted) by ${ANY_BRAND}(?!\\p{L})`,
    'u',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${BRAND}|${COMMON_BRAND})(?:'s)?(?: (?:bank(?:ing)?|online|web|mobile|customer|user|id|delivery|parcel|payment|order|billing|seller|member|card|prime|premium))? ${DESK}(?!\\p{L})${NOT_A_CLAIM}`,
    'u',
  ),
  new RegExp(
    `\\bfrom (?:the )?(?:team|makers|people|engineers) (?:at|of|behind) ${ANY_BRAND}\\b|\\bpartner(?:ed)? (?:of|with) ${ANY_BRAND}\\b|\\b(?:by|from|of) the ${BRAND} (?:team|staff|support|developers|engineers)\\b`,
    'u',
  ),
  new RegExp(
    `(?:kundenservice|kundendienst|service client|assistance|soporte|atencion al cliente|suporte|поддержк\\S*|служб\\S* безопасности) (?:(?:von|der|de|del|da|do|la|le) ){0,2}${BRAND}`,
    'u',
  ),
]
const OWN =
  'account|wallet|portal|desk|cent(?:er|re)|team|department|office|banking|bank|transfers? desk|transfers?|refunds?|web|app|online|pro|premium|free|tool|official|client|connect|bridge|pay|id helper|id'
const IN_TITLE: readonly RegExp[] = [
  new RegExp(`\\b(?:by|from) ${BRAND}(?!\\p{L})`, 'u'),
  new RegExp(`^(?:the )?${BRAND}(?: (?:${OWN}|login))*$`, 'u'),
  new RegExp(
    `^(?:the )?${COMMON_BRAND}(?: (?:web|app|pay|wallet|online|pro|premium|login|portal|official|id|banking)){1,3}$`,
    'u',
  ),
  /\bfettle\b|[([](?:official|verified)[)\]]|\b(?:official|verified)$|\bofficial (?:app|tool|site|website|web ?page|page|helper|support|partner|account|version|client|portal|calculator|converter|generator)\b|\bverified (?:by|tool|app|creator|seller|partner|account|publisher|page)\b|\bbuilt[- ]in tool\b/,
]

/** What frightens people into giving something away. */
const YOURS =
  /\b(?:your|ihre?m?|dein|votre|vos|tu|su|sua|seu|vaš)\b[^.!?\n]{0,40}?\b(?:account|parcel|package|shipment|delivery|sendung|paket|colis|paquete|encomenda|computer|pc|device|phone|card|wallet|profile|mailbox|paypal|apple id|password|payment|konto|karte|gerat|zugang|compte|carte|cuenta|tarjeta|conta|cartao)\b[^.!?\n]{0,40}?\b(?:locked|suspended|limited|blocked|infected|restricted|compromised|hacked|disabled|deactivated|frozen|on hold|held back|stopped|at risk|angehalten|zuruckgehalten|retenu|retenid\w|expired|(?:closed|deleted|terminated) (?:in|within|unless|today)|gesperrt|eingeschrankt|gehackt|bloque\w*|suspendu\w*|pirate|bloquead\w|suspendid\w|hackead\w|suspens\w)\b|ваш\S{0,3} (?:аккаунт|счет|карт|профил|кошел)\S{0,4} [^.!?\n]{0,20}(?:заблокирован|приостановлен|взломан|ограничен)/
const DO_IT =
  /\b(?:call|phone|dial|contact|verify|confirm|sign ?in|log ?in|click|unlock|update your|restore|bestatigen|bestatige|rufen|anrufen|melden|klicken|verifi\w+|confirm\w+|appel\w+|cliqu\w+|connectez|llam\w+|haga|ligue|clique|acesse)\b|позвон|подтверд|переидит|переити|войдит|\+?\d[\d ()-]{7,}/
const scareIn = (text: string): string | undefined => {
  const found = YOURS.exec(text)?.[0]
  return found !== undefined && DO_IT.test(text.replace(found, ' ')) ? found : undefined
}
const CALL_US = /\b(?:call|phone|dial|contact|ring|text|whatsapp)\b[^.\n]{0,30}?\+?\d[\d ()-]{6,20}\d/
const callsIn = (text: string): string | undefined =>
  brandIn(text) === undefined && !/\bwindows\b/.test(text) ? undefined : CALL_US.exec(text)?.[0]

/** A text that speaks as somebody else. */
export function deceptionIn(text: string): string | undefined {
  const imitation = imitationIn(text)
  if (imitation !== undefined) return `“${imitation}” looks like a brand`
  const read = readingsOf(text)
  return CLAIMS.map((pattern) => pattern.exec(read)?.[0]).find(Boolean) ?? scareIn(read) ?? callsIn(read)
}

/** A title that is somebody else’s. */
export function namesakeIn(title: string, description: string, known: readonly Known[]): string | undefined {
  const namesake = namesakeOf(title, description, known)
  if (namesake !== undefined) return `“${title}” beside “${namesake.title}”`
  if (mixesScripts(title) || hasInvisible(title)) return `“${title}” has letters that look like others`
  const name = plain(title)
  return IN_TITLE.map((pattern) => pattern.exec(name)?.[0]).find(Boolean)
}

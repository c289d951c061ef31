import type { FieldDraft } from '#src/features/creator-tools/tool-content.schema.ts'
import { BRAND, brandIn, COMMON_BRAND } from './brands.ts'
import type { Hint } from './first-look.schema.ts'
import { folded, readingsOf } from './plain-words.ts'

const PASS = '(?:pass(?:word|code|phrase|wd|wort)?|pwd|kennwort|mot de passe|contrasena|senha|clave|пароль?)'
const ACCOUNT =
  '(?:e-?mail|mail(?:box)?|bank(?:ing)?|account|apple id|icloud|steam|login|log-in|insta|profile|konto|compte|cuenta|conta|banco|correo|аккаунт\\S*|почт\\S*)'

/** What unlocks money, an account or a person: no tool has any business with it. */
const WALLET: readonly RegExp[] = [
  /\b(?:seed|recovery|backup|mnemonic|secret|wiederherstellungs|wallet)[- ]?(?:phrase|words|worter|seed)\b|\b(?:12|24|twelve|twenty[- ]four)[- ]words? (?:phrase|seed|of your|from your|mnemonic|recovery)\b|\b(?:12|24|twelve)[- ]word\b/,
  /\bwords? (?:that|which|to|you need to) (?:restore|recover|unlock|open)s?\b|\b(?:restore|recover)s? (?:\w+ )?wallet\b|\bkeystore file\b|\bwallet (?:private )?key\b|\bprivate key of (?:your|the) wallet\b|\bprivate key (?:or|of|from|for)\b[^.\n]{0,30}\b(?:metamask|wallet|keystore|coin\w*)\b/,
  /\b(?:paste|enter|type|give|your) (?:\w+ ){0,2}private key\b|\bphrase (?:de recuperation|secrete)\b|\bcle privee\b|\bfrase (?:semilla|semente|secreta|de recupera\w+)\b|\b(?:clave|chave) privada\b|(?:сид|seed)[- ]?фраз|секретн\S+ фраз|приватн\S+ ключ|фраз\S+ восстановлени/,
]
const CARD: readonly RegExp[] = [
  /\b(?:pin|code|number)s? on the back\b|\bgift ?card (?:pin|code|number)s?\b/,
  /\b(?:cvv2?|cvc2?|csc|card (?:pin|security code|verification (?:code|value)))\b|\b(?:security|verification) (?:code|number|digits)\b[^.\n]{0,30}\b(?:back|card|digits|front)\b|\b(?:3|4|three|four|last)[- ](?:\w+ )?(?:digits?|numbers?|signs)\b[^.\n]{0,20}\b(?:back|reverse|signature)\b/,
  /\b(?:kartenprufnummer|prufziffer der karte|prufnummer|sicherheitscode|cryptogramme|code de securite|codigo de (?:seguridad|seguranca))\b|код (?:безопасности|с обратн)|пин-?код\S? (?:карт|от)/,
  /\b(?:bank|atm|card|sim|cash ?card|debit|credit)[- ]?(?:card )?pin\b|\bpin (?:of|for|to|from|code of) (?:(?:my|your|the|a|bank|debit|credit|atm|sim) ){0,3}(?:card|account|bank|sim|phone)\b|\b(?:geheimzahl|karten-?pin|konto-?pin)\b|\b(?:clave|pin) (?:de|del) (?:la |tu |su )?(?:cajero|tarjeta|banca)\b|\bcode (?:secret|confidentiel|pin) (?:de|du) (?:(?:votre|la|ma|ta) )?carte\b|\bsenha (?:do|da|de) (?:(?:seu|sua) )?(?:banco|cartao|conta|app)\b/,
]
const ONE_TIME: readonly RegExp[] = [
  /\b(?:one[- ]time|sms|2fa|otp|verification|authenticator|login|confirmation) (?:code|password|pin)\b|\bcode (?:that |which )?(?:we|i|they|whatsapp|google|telegram|your bank|the bank) (?:(?:have|has|just) ){0,2}(?:sent|texted|e-?mailed|gave)\b|\bcode (?:you|that you|that was|which was)\b[^.\n]{0,20}\b(?:receive\w*|got|get|sent|texted)\b/,
  /\b(?:[4-8]|four|six|eight)[- ]digits?\b[^.\n]{0,40}\b(?:sms|phone|text message|authenticator|app|bank|e-?mail|sent|texted)\b|\bcode (?:sent|from|in|of|on|by)\b[^.\n]{0,15}\b(?:sms|phone|text message|authenticator|bank|whatsapp)\b|\b(?:backup|recovery) codes?\b/,
  /\b(?:photo|push|chip|sms|m|i)-?tan\b|\btan\b[^.\n]{0,20}\b(?:aus|per|eingeben|nummer|liste|code)\b|\b(?:pin und tan|tan und pin|sms-code|bestatigungscode)\b|\bcode (?:recu|envoye|de verification|sms)\b|\bcodigo (?:de verificac?\w+|sms|recibido|recebido|que (?:te|le) (?:enviamos|mandamos))\b|код\S* (?:из|в) (?:смс|sms|сообщени)|код\S? подтвержд/,
]
const PERSON: readonly RegExp[] = [
  /\bsocial (?:security|insurance) (?:no\b|num|number|card|id)|\bssn\b|\bnational insurance (?:no|number)\b|\bpassport (?:no|number|scan|photo)\b|\bdriv(?:er'?s|ing) licen[cs]e (?:no|number|scan)\b|\bsozialversicherungsnummer\b|\bnumero de securite sociale\b|\bnumero de (?:seguridad social|pasaporte)\b|номер\S? паспорта|серия и номер|\bснилс/,
]
const SESSION: readonly RegExp[] = [
  /\broblosecurity\b|\b(?:session|auth\w*|login|account) ?cookies?\b|\bcookies? (?:of|from) your\b|\blocalstorage\.?token\b|\b(?:discord|telegram|twitch|steam|roblox|facebook|instagram|slack|account|session|access|refresh)(?: (?:bot|user|account|access|session))? token (?:of|from|for) your\b|\b(?:discord|roblox|steam|twitch|facebook) (?:account |user |auth )?token\b|\b(?:binance|coinbase|kraken|exchange|bybit|kucoin|broker)(?:'s)? (?:api )?(?:secret|key)\b/,
]
const BANKING: readonly RegExp[] = [
  /\b(?:online|net|phone|mobile|tele)[- ]?banking\b[^.\n]{0,20}\b(?:pin|tan|login|log-in|id|user\w*|credentials|pass\w*|kennwort|zugang\w*|details)\b|\b(?:zugangsdaten|banking-?(?:pin|passwort)|bank (?:login|log-in|credentials|user\w*))\b|\bidentifiants? (?:bancaires?|de banque)\b|\busuario (?:de|y clave de) (?:banca|banco)\b|\b(?:secret|security) (?:answer|question)\b/,
]
const OF_ACCOUNT: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])${ACCOUNT}(?:'s|-)? ?(?:and (?:its|the|your|my) )?(?:account )?${PASS}(?![\\p{L}\\p{N}])`,
    'u',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}])${PASS} (?:of|for|to|from|fur|zu|du|de|del|da|do|от|к|для)(?: (?:your|my|the|ihr\\w*|dein\\w*|das|votre|ton|mon|la|le|tu|su|mi|sua|seu|вашего|своего))?(?: \\S{1,20})? ?(?:${ACCOUNT}|\\S*(?:банк|сбер)\\S*)`,
    'u',
  ),
  /\b(?:current|existing|present|old|aktuelle[sn]?|jetzige[sn]?|bisherige[sn]?|actuel|actual|atual) (?:password|passwort|kennwort)\b|\bpassword (?:of|for|to) your\b|\b(?:mot de passe|contrasena|senha) (?:actuel|actual|atual)\b|текущ\S+ пароль/,
]
const NEVER_GIVEN = [...WALLET, ...CARD, ...ONE_TIME, ...PERSON, ...SESSION, ...BANKING]

const PLAIN_PASS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PASS}|pin|pin-?code|passphrase)(?![\\p{L}\\p{N}]| (?:length|age|polic|rule|count|list|type|expir|strength|hash|last|changed))`,
  'u',
)
const WHO =
  /\b(?:e-?mail|user ?(?:name|id)?|log-?in|phone|mobile|account (?:name|number|id)|customer (?:no|number|id)|handle|nick(?:name)?|apple id|benutzer\w*|anmeldename|nutzername|kundennummer|telefon\w*|handynummer|identifiant|utilisateur|courriel|adresse mail|correo|usuario|movil|telefono|celular|cpf|dni|nif|numero fiscal|steuer-?(?:id|nummer)|(?:insta\w*|ig|fb|tiktok|steam|roblox|epic|discord) (?:name|id|user\w*))\b|логин|телефон|почт|снилс|имя пользователя/
const ABOUT_ACCOUNTS =
  /\b(?:accounts?|profile|mailbox|inbox|followers|balance|unlock|recover\w*|verif(?:y|ication)|claim|refund|reward|prize|locked|suspended|router|konto|compte|cuenta|conta|guthaben|solde|saldo)\b|счет|аккаунт|кошел|баланс/

/** What makes, measures or rewrites passwords and the like has to ask for one. */
const MAKES_THEM =
  /\b(?:generat\w*|mak(?:es?|er)|random|strength|strong\w*|meter|entropy|hash\w*|bcrypt|argon2?\w*|scrypt|pbkdf2?|encrypt\w*|decrypt\w*|cipher|htpasswd|connection (?:string|url|uri)|dsn|jdbc|basic auth\w*|authori[sz]ation header|qr|wi-?fi|wlan|crack\w*|guess\w*|polic(?:y|ies)|curl|encod\w*|decod\w*|snippet|bits|diceware|zxcvbn|validat\w*|check ?sum|check digit|luhn|format\w*|mask\w*|redact\w*|totp|hotp|rfc|sql|csv|yaml|compose|regex|regular expression|mark-?up|html|test data|passwort-?(?:generator|starke)|starke|fuerza|fortaleza|seguridad de contrasenas|robustesse|forca)\b|генератор|надежност|стойкост/
/** So much that no making of something excuses it. */
const URGES =
  /\b(?:your|my|ihr|votre|tu|su|seu|sua) (?:wallet|bank|mailbox|profile|followers|balance)\b|\bwallet\b|\bunlock|\bfollowers\b|\brecover|\brefund|\breward|\bprize\b|\bverify your\b/

/** Of a password or of a key, even a word of every day is the name of a firm; and so is a site. */
const ANY_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${BRAND}|${COMMON_BRAND}|[a-z0-9-]{2,40}\\.(?:com|org|net|gov|fr|de|es|br|pt|ru|io|uk))(?![\\p{L}\\p{N}])`,
  'u',
)

interface Asked {
  readonly where: string
  readonly text: string
  readonly isPassword: boolean
  readonly isWho: boolean
  /** Shown as dots, whatever it is called. */
  readonly isSecret: boolean
  /** The key of an account somewhere. */
  readonly isKey: boolean
  /** Nobody can type something into it. */
  readonly isChoice: boolean
}

function askedBy(field: FieldDraft): Asked {
  const { name, label, help, placeholder, options = [], optionsBy, section, patternMessage, unit, type } = field
  const choices = [...options, ...Object.values(optionsBy?.options ?? {}).flat()].map((one) => one.label)
  const read = [label, placeholder, help, section, patternMessage, unit, ...choices]
  const text = readingsOf(read.filter(Boolean).join('\n'))
  const isPassword = PLAIN_PASS.test(readingsOf(label)) || PLAIN_PASS.test(readingsOf(placeholder ?? ''))
  const isChoice = choices.length > 0 || ['number', 'range', 'boolean', 'checkbox', 'date', 'file'].includes(type)
  return {
    where: `field ${name}`,
    text,
    isPassword: (isPassword || (type === 'password' && !/\b(?:key|salt|secret)\b/.test(text))) && !isChoice,
    isChoice,
    isSecret: type === 'password',
    isKey: /\b(?:api|secret|access|auth) ?(?:key|token)s?\b/.test(text),
    isWho: type === 'email' || type === 'tel' || WHO.test(readingsOf(`${label}\n${placeholder ?? ''}`)),
  }
}

const firstIn = (text: string, patterns: readonly RegExp[]): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined)

/** A card as a shop takes it: its number with what proves that one has it. */
function takesCards(fields: readonly Asked[]): Asked | undefined {
  const number = fields.find(({ text }) =>
    /\bcard (?:no|number)\b|\bkartennummer\b|\bnumero de (?:carte|(?:la )?tarjeta)\b|\bnumero do cartao\b|номер карт/.test(
      text,
    ),
  )
  const proof =
    /\b(?:expir\w+|valid (?:until|thru|to)|mm ?\/ ?yy|gultig bis|caducidad|vencimiento|validade|expiration)\b|срок действия/
  return number !== undefined && fields.some(({ text }) => proof.test(text)) ? number : undefined
}

const RIDDLES = [
  'maiden name',
  'first pet',
  'first school',
  'first car',
  'street you grew up',
  'favou?rite teacher',
  'city (?:where )?you were born',
]
const asksRiddles = (fields: readonly Asked[]): Asked | undefined => {
  const asking = RIDDLES.map((riddle) => fields.find(({ text }) => new RegExp(riddle).test(text))).filter(Boolean)
  return asking.length >= 2 ? asking[0] : undefined
}

/** One field for each word of a phrase. */
const asksWordByWord = (fields: readonly Asked[]): Asked | undefined => {
  const words = fields.filter(({ text }) => /^(?:word|wort|mot|palabra|palavra|слово) ?#?\d{1,2}\b/.test(text))
  return words.length >= 6 ? words[0] : undefined
}

/** A text that tells people to give something away; one that warns of it does not. */
const ASKS =
  /\b(?:enter|type|paste|give|send|provide|confirm|submit|tell|put in|fill in|eingeben|geben sie|saisis\w+|entrez|introdu\w+|ingres\w+|digite|informe)\b|введит|укажит/
const WARNS = /\b(?:never|not|don'?t|nobody|nie|niemals|jamais|nunca)\b|никогда/
export function credentialsInText(where: string, text: string): Hint[] {
  const sentences = readingsOf(text)
    .split(/[.!?\n]+/)
    .filter((one) => ASKS.test(one) && !WARNS.test(one))
  const found = firstIn(sentences.join('\n'), [...NEVER_GIVEN, ...OF_ACCOUNT])
  return found === undefined ? [] : [{ kind: 'credentials', where, excerpt: found }]
}

/** Fields for what a tool has no business to know. */
export function lookForCredentials(title: string, description: string, drafts: readonly FieldDraft[]): Hint[] {
  const fields = drafts.filter(({ hidden }) => !hidden).map(askedBy)
  const about = readingsOf(`${title}\n${description}`)
  const asked = fields.map(({ text }) => text).join('\n')
  const brand = brandIn(asked) ?? brandIn(about)
  const isMaker = MAKES_THEM.test(about) && !URGES.test(about)
  const isExcused = isMaker && brandIn(asked) === undefined
  const hasWho = fields.some(({ isWho }) => isWho)
  const takesPassword = hasWho || brand !== undefined || ABOUT_ACCOUNTS.test(folded(`${title}\n${description}`))
  const isIndian =
    /\bpin ?code\b/.test(asked) && /\b(?:post\w*|address|area|india|city|district|delivery)\b/.test(about + asked)
  const isCoin = /\b(?:0x|eth\w*|btc|bitcoin|coins?|wallet|gas|crypto\w*|blockchain|solana|nft|airdrop|staking)\b/.test(
    `${about}\n${asked}`,
  )
  const hints = fields.flatMap((field): Hint[] => {
    const { where, text, isPassword, isChoice, isKey, isSecret } = field
    const strong =
      isMaker || (isChoice && MAKES_THEM.test(about))
        ? undefined
        : (firstIn(text, isCoin ? [...NEVER_GIVEN, /\bprivate key\b|\bclave privada\b|\bcle privee\b/] : NEVER_GIVEN) ??
          (isExcused ? undefined : firstIn(text, OF_ACCOUNT)))
    const branded = (isPassword || (isKey && !isMaker)) && ANY_NAME.test(text) ? text.split('\n')[0] : undefined
    const isWeak =
      (isPassword || (isSecret && hasWho)) &&
      !isIndian &&
      takesPassword &&
      (!isExcused || (hasWho && brand !== undefined))
    const found = strong ?? branded ?? (isWeak ? text.split('\n')[0] : undefined)
    return found === undefined ? [] : [{ kind: 'credentials', where, excerpt: found }]
  })
  if (hints.length > 0) return hints
  const whole = takesCards(fields) ?? asksRiddles(fields) ?? asksWordByWord(fields)
  return whole === undefined
    ? []
    : [{ kind: 'credentials', where: whole.where, excerpt: whole.text.split('\n')[0] ?? '' }]
}

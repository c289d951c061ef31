import { foldWords } from '#src/lib/search-words.ts'
import { FILLERS } from './look-for-copies.ts'
import { plain, readingsOf } from './plain-words.ts'

const LINK =
  /\b(?:https?:\/\/|hxxps?:\/\/|www\.)[^\s<>"')\]]+|\b[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,4}\.(?:com|net|org|io|co|de|fr|es|pt|ru|cn|xyz|top|shop|store|online|site|club|info|biz|link|click|live|app|me|ly|gg|vip|win|bet|casino|loan|cash|pro|icu|fun|space|website)(?:\/[^\s<>"')\]]*)?(?![\w@])/gi
const SHORTENERS =
  /\b(?:bit\.ly|tinyurl\.com|t\.me|wa\.me|goo\.gl|is\.gd|cutt\.ly|rb\.gy|rebrand\.ly|shorturl\.at|linktr\.ee|discord\.gg|chat\.whatsapp\.com|ow\.ly|t\.co)\/\w/i
const FOLLOWERS = '(?:followers|likes|subscribers|backlinks|reviews|traffic|views)'
/** One of these says it beside a link or with another one. */
const CALLS: readonly RegExp[] = [
  /\b(?:buy|order|shop|subscribe|sign up|register|join|download|call|contact us|visit|click)\b[^.]{0,30}\b(?:now|here|today|below|us|link|our|my)\b/,
  /\b(?:cheap(?:est)?|lowest price|best price|discount code|promo(?:tion)? code|coupon|voucher|limited (?:time )?offer|special offer|act now|hurry|\d{1,2} ?% (?:off|less)|free (?:trial|gift|bonus|money|followers|spins|robux|v-?bucks)|gift cards?)\b/,
  /\b(?:casino|betting|sportsbook|slots|jackpot|poker bonus|viagra|cialis|pharmacy|weight loss pills?|escorts?|adult|xxx|replica|cbd|essay writing|write (?:my|your) essay|bookmaker)\b/,
  /\b(?:make|earn|win)\b[^.]{0,25}(?:[$€£]\s?\d|\bmoney\b|\bcash\b|\bper (?:day|hour|week|month)\b|\bfrom home\b)|\bpassive income\b|\bget rich\b|\bdouble your\b|\bguaranteed (?:profit|return|income|approval)/,
  /\b(?:whats ?app|telegram|signal|viber|wechat|line)\b[^.]{0,20}(?:\+?\d[\d\s().-]{6,30}|@\w{3,})|\b(?:call|text|dm|message|telephone|tel|appelez|anrufen|ruf|llama|ligue)\b[^.]{0,15}\+?\d[\d\s().-]{7,30}|(?:звоните|тел\.?)[^.]{0,15}\+?\d[\d\s().-]{7,30}|\b(?:follow (?:me|us|my|our)|dm me)\b/,
  new RegExp(
    `\\b${FOLLOWERS}\\b[^.]{0,25}\\b(?:cheap|buy|for sale|instant|boost|guaranteed|packages?)\\b|\\b(?:buy|boost|cheap|instant)\\b[^.]{0,25}\\b${FOLLOWERS}\\b|\\bseo (?:services?|agency|expert|packages?)\\b`,
  ),
  /\b(?:use|with|enter|redeem) (?:my |our )?(?:referral|affiliate|promo|discount|invite) (?:code|link)\b|\b(?:referral|affiliate) (?:code|link)\b/,
  /\b(?:use|using|with|enter|apply|redeem) (?:the |my |our )?(?:code|coupon) (?=[a-z]*\d)[a-z\d]{4,30}\b/,
  /\b(?:our|my) (?:experts?|writers|agents|brokers?|coaches|channel|group)\b/,
  /\b(?:today only|only today|while (?:stocks?|supplies) lasts?|best deals?)\b/,
  /\b(?:airdrop|presale|pump|guaranteed returns?|forex signals?|crypto signals?|trading signals?|investment plan)\b/,
  /\b(?:jetzt|gleich|hier|sofort)\b[^.]{0,30}\b(?:kaufen|bestellen|bestelle|klicken|anmelden|beantragen|registrieren|sichern)\b|\b(?:billig|gunstig|rabattcode|gutschein|gratis|kostenlose?r? bonus|nur heute)\b/,
  /\b(?:achetez|commandez|cliquez|inscrivez-vous|profitez)\b|\b(?:pas cher|code promo|gratuite?|bonus gratuit|offre limitee)\b/,
  /\b(?:compra|compre|haz clic|registrate|suscribete|clique aqui|inscreva-se|garanta)\b|\b(?:barat[oa]s?|descuento|desconto|cupom|oferta limitada|solo hoy|so hoje|clicca qui|acquista ora|sconto)\b/,
  /купи(?:ть|те)|закаж|жмит|переходи|регистр|бесплатн|скидк|дешев|промокод|бонус/,
]
const WARES =
  /\b(?:casino|betting|sportsbook|slots|jackpot|poker|viagra|cialis|escorts?|xxx|replica|bookmaker|roulette|xanax)\b/g
/** Nobody says one of these by chance. */
const ADVERTISED: readonly RegExp[] = [
  /\b(?:casino|betting|slots?|poker)\b[^.]{0,30}\b(?:bonus|free spins|sign[- ]?up|best|play now|jackpot|win)\b|\b(?:best|top|trusted)\b[^.]{0,20}\b(?:casino|betting site|bookmaker)s?\b|\bfree spins\b|\bonline casino\b/,
  /\b(?:buy|get|cheap|instant|real)\b[^.]{0,20}\b(?:followers|likes|subscribers|backlinks)\b[^.]{0,20}\b(?:cheap|now|instant\w*|fast|at|from|:)|\bbuy\b[^.]{0,20}\b(?:followers|likes|subscribers|backlinks)\b/,
  /\b(?:earn|make)\b[^.]{0,15}[$€£]\s?\d[\d.,]*[^.]{0,20}\b(?:day|daily|week|weekly|hour|month|home)\b|\bguaranteed (?:profits?|returns?|income|approval)\b|\b(?:whats ?app|telegram)\b[^.]{0,15}@\w{3,}/,
  /\b(?:cheap|replica)\b[^.]{0,20}\b(?:watches|rolex|handbags|viagra|cialis|pills)\b|\brolex\b[^.]{0,10}\breplica\b|\b(?:buy|cheap|order)\b[^.]{0,15}\b(?:viagra|cialis|xanax|tramadol|oxycodone)\b/,
  /\b(?:essay|dissertation|thesis) writ(?:ing service|ers for hire)\b|\bwe write your (?:essay|thesis)\b|\b(?:congratulations|you(?:'ve| have)? (?:won|been selected))\b[^.]{0,60}\b(?:iphone|prize|gift ?card|claim|reward)\b/,
  /\bkredit(?:e)? ohne (?:schufa|bonitat)|\bgeld verdienen\b[^.]{0,20}\b(?:schnell|zuhause|online|einfach)\b|\b(?:schnell|einfach|von zuhause)\b[^.]{0,20}\bgeld verdienen\b|\bonline-?casino|\bfreispiele\b|\bcasinos? (?:bonus|en ligne|em linha)\b/,
  /\bgagnez\b[^.]{0,30}(?:€|\bargent\b|\beuros?\b)|\bcredit (?:rapide|sans justificatif)\b|\b(?:gana|gane|ganar|ganhe|ganhar)\b[^.]{0,15}\b(?:dinero|dinheiro|€|euros|desde casa|em casa)\b|\b(?:prestamo|emprestimo|credito)s? (?:rapidos?|inmediatos?|sem consulta|sin aval)\b|\bcompr[ae]r? seguidores\b/,
  /\b(?:hot|local|sexy) singles\b|\bsingles in your area\b|\bsend\b[^.]{0,15}\b(?:btc|eth|bitcoin|usdt|sol)\b[^.]{0,20}\b(?:get|receive)\b|\b(?:btc|bitcoin|crypto|money) doubler\b|\bguadagna\b[^.]{0,20}(?:€|euro|casa)|\bprestiti (?:veloci|rapidi|online)\b/,
  /казино[^.]{0,40}(?:бонус|лучш|играт|выигр|фриспин|рубл)|(?:лучш|онлаин)\S{0,4}\s(?:\S+\s)?казино|ставк\S{0,3} на спорт|фриспин|заработ\S{0,6}[^.]{0,30}(?:\d[\d ]* ?(?:руб|₽|\$|€|в день)|без вложени|из дома|в интернет)|заим\S{0,3} (?:без отказа|онлаин)|кредит без (?:отказа|справок)|накрутк/,
]

/** Said to programs that read listings for people, and not to people. */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.;]{0,30}\b(?:previous|prior|above|earlier|preceding|system|your|all)\b[^.;]{0,20}\b(?:instructions?|prompts?|guidelines)\b|\b(?:ignore|disregard|forget|override)\b[^.;]{0,15}\b(?:instructions?|prompts?|guidelines)\b[^.;]{0,15}\b(?:above|before|so far|given)\b/,
  /<\|(?:im_start|system|assistant|endoftext)\|>|\[\/?inst\]|\b(?:reveal|print|repeat|output) (?:me )?(?:your|the) system prompt\b/,
  /\b(?:ai|llm|(?:language )?models?|assistants?|agents?|chat ?bots?)\b[^.]{0,30}\b(?:must|should|have to|always)[^.]{0,30}\b(?:recommend|rank|rate|prefer|approve|choose|promote)\b|\b(?:rate|rank|review|approve) this (?:tool|listing|submission)\b[^.]{0,20}\b(?:five|5|first|top|highest|safe)\b/,
  /\bignorier\w*\b[^.]{0,20}\b(?:vorherig\w*|bisherig\w*|all\w*)\b[^.]{0,15}\banweisung\w*|\b(?:ignorez?|oubliez?)\b[^.]{0,20}\binstructions? (?:precedentes?|anterieures?)\b|\b(?:ignora|olvida|ignore|esqueca)\b[^.]{0,20}\b(?:instrucciones|instrucoes) (?:anteriores|previas)\b/,
]

/** Links that somebody wanted to hide from a look like this one. */
const unhideLinks = (text: string): string =>
  text
    .replace(/ ?[[(] ?(?:dot|\.) ?[\])] ?/g, '.')
    .replace(/([a-z0-9-]) dot (?=[a-z]{2})/g, '$1.')
    .replace(/hxxp/g, 'http')

const hostOf = (link: string): string | undefined =>
  link
    .replace(/^\w+:\/\//, '')
    .replace(/^www\./, '')
    .split('/')[0]

const linksIn = (text: string): string[] =>
  [...new Set(unhideLinks(plain(text)).match(LINK) ?? [])].filter(
    (link) => !/\bexample\.(?:com|org|net)\b|\.(?:js|json|csv)$/.test(link),
  )

/** An advertisement in a text that stands for itself. */
export function advertisedIn(text: string): string | undefined {
  const read = unhideLinks(readingsOf(text).replace(/\s*\n/g, ' . '))
  const short = SHORTENERS.exec(read)?.[0]
  if (short !== undefined) return short
  const links = linksIn(text)
  const alone = [...ADVERTISED, ...ORDERS]
    .map((pattern) => pattern.exec(read)?.[0])
    .find((found) => found !== undefined)
  const calls = CALLS.map((pattern) => pattern.exec(read)?.[0]).filter((found) => found !== undefined)
  const [first] = calls
  const wares = new Set(read.match(WARES)).size
  if (wares >= 4) return `${wares} words of such trades`
  if (alone === undefined && (first === undefined || (links.length === 0 && calls.length < 2))) return undefined
  return [first ?? alone, links[0]].filter(Boolean).join(' … ')
}

interface Words {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  /** Labels, help and options: with the title they say one thing. */
  readonly labels: readonly string[]
}

export function spamIn({ title, description, tags, labels }: Words): string | undefined {
  const whole = [title, description, ...tags, ...labels].join('\n')
  const links = linksIn(whole)
  const hosts = new Set(links.map(hostOf))
  if (hosts.size >= 3) return `${hosts.size} links`
  const found = advertisedIn(whole)
  if (found !== undefined) return found
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

import { plain, skeletonOf } from './plain-words.ts'

/** Names that mean nothing else. */
const CLEAR =
  'fettle|google|gmail|youtube|android|icloud|itunes|microsoft|onedrive|outlook\\.com|office ?365|xbox|amazon|facebook|instagram|insta|whatsapp|tiktok|twitter|linkedin|snapchat|reddit|discord|telegram|paypal|mastercard|american express|amex|revolut|venmo|cash ?app|klarna|coinbase|binance|metamask|trust ?wallet|trezor|phantom wallet|ledger (?:live|nano)|western union|moneygram|n26|monzo|netflix|spotify|disney\\+|roblox|fortnite|minecraft|playstation|nintendo|openai|chatgpt|anthropic|github|gitlab|dropbox|adobe|photoshop|shopify|ebay|airbnb|fedex|usps|hmrc|walmart|ikea|twitch|ticketmaster|booking\\.com|vodafone|t-mobile|verizon|at&t|docusign|mcafee|norton|alibaba|aliexpress|yahoo|zelle|robinhood|kucoin|bybit|opensea|uniswap|deutsche post|correos|la poste|royal mail|vkontakte|gosuslugi|госуслуг\\S{0,3}|вконтакте|авито|озон'
const BANKS =
  'wells fargo|bank of america|jpmorgan|chase bank|hsbc|barclays|citibank|citi bank|santander|natwest|lloyds bank|halifax bank|td bank|capital one|us bank|bnp paribas|credit agricole|societe generale|deutsche bank|commerzbank|sparkasse|volksbank|postbank|comdirect|ing bank|bbva|caixabank|bradesco|itau|banco do brasil|nubank|caixa economica|сбер(?:банк\\S{0,2})?|тинькофф|альфа-?банк\\S{0,2}|втб'
/** Names that are words of every day too: only what stands beside them tells. */
const COMMON =
  'apple|windows|meta|visa|stripe|wise|kraken|ledger|chase|steam|claude|gemini|slack|zoom|notion|canva|uber|dhl|ups|irs|nhs|target|aws|azure|excel|x\\.com|signal|square|discover|outlook|disney|teams'

export const BRAND = `(?:${CLEAR}|${BANKS})`
export const ANY_BRAND = `(?:the )?(?:${CLEAR}|${BANKS}|${COMMON})`
export const COMMON_BRAND = `(?:${COMMON})`

const NAMED = new RegExp(`(?<![\\p{L}\\p{N}])${BRAND}(?![\\p{L}\\p{N}])`, 'u')
/** A brand of which nobody can say that another thing was meant. */
export const brandIn = (text: string): string | undefined => NAMED.exec(text)?.[0]

const IMITATED = new Map(
  'fettle google gmail youtube icloud microsoft onedrive outlook windows xbox amazon facebook instagram whatsapp tiktok twitter linkedin snapchat reddit discord telegram paypal mastercard revolut venmo klarna coinbase binance metamask trezor netflix spotify roblox fortnite minecraft playstation nintendo openai chatgpt anthropic github gitlab dropbox adobe shopify airbnb fedex walmart apple stripe visa santander barclays citibank sparkasse commerzbank'
    .split(' ')
    .map((name) => [skeletonOf(name), name]),
)

/** Pay-Pal, and P a y P a l. */
const PARTED =
  /\b(?:pay|face|micro|net|insta|coin|meta|whats|snap|linked)-(?:pal|book|soft|flix|gram|base|mask|app|chat|in)\b/
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:[ ._*-]\p{L}){4,30}(?![\p{L}\p{N}])/u

/** A word that only looks like a brand: PayPaI, Micros0ft, Arnazon. */
export function imitationIn(text: string): string | undefined {
  const parted = PARTED.exec(plain(text))?.[0] ?? SPACED.exec(text)?.[0]
  if (parted !== undefined && NAMED.test(plain(parted).replaceAll('-', ''))) return parted
  // A capital I that stands for an l is gone once letters are small.
  const words = text.normalize('NFKC').match(/[\p{L}\p{N}@$|!]{4,20}/gu) ?? []
  return words.find((word) => {
    const brand = IMITATED.get(skeletonOf(plain(word)))
    return brand !== undefined && word.toLowerCase() !== brand
  })
}

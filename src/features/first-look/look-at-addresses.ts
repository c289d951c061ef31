const REMOTE =
  /<(?:img|script|iframe|frame|link|object|embed|video|audio|source|track|form|base|image|use)\b[^>]{0,300}?\b(?:src|href|action|data|srcset|poster|formaction)\s{0,3}=\s{0,3}\\?["']?\s{0,3}(?:https?:)?\/\/([\w.-]+)/gi
const STYLE_URL = /(?:@import\s{1,5}(?:url\()?|url\()\s{0,3}\\?["']?\s{0,3}(?:https?:)?\/\/([\w.-]+)/gi
const MARKDOWN_IMAGE = /!\[[^\]]{0,200}\]\(\s{0,3}(?:https?:)?\/\/([\w.-]+)/gi
/** A link that something is written behind before its address ends. */
const OPEN_LINK =
  /<a\b[^>]{0,300}\bhref\s{0,3}=\s{0,3}\\?["']?\s{0,3}(?:https?:)?\/\/([\w.-]{1,100})[^"'\s>\\]{0,300}$/gi
const OPEN_MARKDOWN_LINK = /\]\(\s{0,3}https?:\/\/([\w.-]{1,100})[^\s)"']{0,300}[?=&/]$/gi
/** Hosts that nobody has, for examples. */
const NOBODYS_HOST = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$|^www\.w3\.org$/i
/** Where generators of code to embed, badges and links to share lead: big and known, and of no use to a thief. */
const KNOWN_HOST = new RegExp(
  `(?:^|\\.)(?:${[
    'shields\\.io|badgen\\.net|badge\\.fury\\.io|youtube(?:-nocookie)?\\.com|ytimg\\.com|youtu\\.be|vimeo\\.com|dailymotion\\.com|twitch\\.tv|spotify\\.com|soundcloud\\.com|bandcamp\\.com',
    'openstreetmap\\.org|google\\.(?:com|de|fr|es|co\\.uk|ru|pt)|googleapis\\.com|gstatic\\.com|googletagmanager\\.com|bing\\.com|duckduckgo\\.com|apple\\.com|microsoft\\.com',
    'twitter\\.com|x\\.com|facebook\\.com|instagram\\.com|linkedin\\.com|reddit\\.com|pinterest\\.com|tumblr\\.com|whatsapp\\.com|wa\\.me|t\\.me|telegram\\.me|bsky\\.app|mastodon\\.social|ycombinator\\.com|tiktok\\.com',
    'github\\.com|githubusercontent\\.com|github\\.io|gitlab\\.com|codepen\\.io|jsfiddle\\.net|codesandbox\\.io|stackblitz\\.com|jsdelivr\\.net|unpkg\\.com|cdnjs\\.cloudflare\\.com|esm\\.sh|bootstrapcdn\\.com|jquery\\.com|typekit\\.net|fontawesome\\.com',
    'wikipedia\\.org|wikimedia\\.org|wiktionary\\.org|archive\\.org|openlibrary\\.org|worldcat\\.org|doi\\.org|arxiv\\.org|orcid\\.org|imdb\\.com|mozilla\\.org|caniuse\\.com|ietf\\.org|rfc-editor\\.org|iso\\.org|schema\\.org|stackoverflow\\.com',
    'placehold\\.co|placeholder\\.com|picsum\\.photos|unsplash\\.com|gravatar\\.com|amazon\\.com|ebay\\.com|dhl\\.(?:com|de)|ups\\.com|fedex\\.com|paypal\\.com|stripe\\.com|calendly\\.com|eventbrite\\.com',
    'gov|edu|gov\\.uk|europa\\.eu',
  ].join('|')})$`,
  'i',
)
/** Of the known ones, what takes in whatever it is sent. */
const TAKES_IN = /^(?:docs|forms|script|storage)\.google\.com$|^script\.googleusercontent\.com$|\/forms\//i

const EXFILTRATION =
  /\b(?:webhook\.site|requestbin\.\w+|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|interact\.sh|oast\.(?:fun|me|pro|live|site|online)|beeceptor\.com|hookbin\.com|requestcatcher\.com|dnslog\.\w+|(?:discord|discordapp)\.com\/api\/webhooks|hooks\.slack\.com\/services|api\.telegram\.org\/bot|pastebin\.com\/(?:api|raw)|trycloudflare\.com|loca\.lt)/i
const HANDLER =
  /<[a-z][^>]{0,300}\son[a-z]{3,12}\s{0,3}=\s{0,3}(?:\\?["'][^"']{0,300}|[^\s"'>]{0,100})(?:fetch|document|location|alert|eval|import|window|src)/i
const REFRESH = /<meta\b[^>]{0,200}http-equiv\s{0,3}=\s{0,3}\\?["']?refresh/i
const SCRIPT_CALL = /<script\b[^<]{0,2000}\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket)\b|\bjavascript:\s{0,3}\w/i

/** What loads something from elsewhere when a page shows it, or takes along what was typed. */
export function remoteIn(text: string): string | undefined {
  for (const pattern of [REMOTE, STYLE_URL, MARKDOWN_IMAGE, OPEN_LINK, OPEN_MARKDOWN_LINK])
    for (const [found, host = ''] of text.matchAll(pattern))
      if (!NOBODYS_HOST.test(host) && (!KNOWN_HOST.test(host) || TAKES_IN.test(host))) return found
  return [EXFILTRATION, HANDLER, REFRESH, SCRIPT_CALL].map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
}

// An address that the whole input is written behind, or what nobody should give away.
const SENT: readonly RegExp[] = [
  /(?:https?|wss?):\/\/[\w.-]{1,100}(?::\d{2,5})?(?![\w.-])[^"'`\s:]{0,300}["'`]\s*\+\s*(?:encodeURIComponent\(|escape\(|btoa\(){0,3}\s*(?:JSON\.stringify\(|btoa\(|Object\.(?:values|entries)\()/,
  /`(?:https?|wss?):\/\/[^`\s]{0,500}\$\{\s*(?:encodeURIComponent\(|btoa\(){0,3}\s*JSON\.stringify\(/,
  /(?:https?|wss?):\/\/[\w.-]{1,100}(?::\d{2,5})?(?![\w.-])[^"'`\s:]{0,300}[?&/=](?:["']\s*\+\s*|\$\{)\s*(?:encodeURIComponent\(|btoa\(){0,3}\s*input\.\w{0,20}(?:pass|pin\b|card|cvv|cvc|secret|seed|phrase|token|iban|ssn)/i,
]
export const sentIn = (source: string): string | undefined =>
  SENT.map((pattern) => pattern.exec(source)?.[0]).find((found) => found !== undefined)

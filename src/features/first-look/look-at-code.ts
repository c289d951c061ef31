import type { Hint, HintKind } from './first-look.schema.ts'
import { type ReadCode, readCode } from './read-code.ts'

interface Rule {
  readonly kind: HintKind
  readonly pattern: RegExp
}

const GLOBALS = '(?:globalThis|window|self|top|parent|frames|global)'
const NETWORK_NAMES =
  'fetch|XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeerConnection|importScripts|sendBeacon'
const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dns|dgram|axios|got|request|node-fetch|undici|superagent|ws)$/
const SYSTEM_MODULES = /^(?:node:)?(?:child_process|fs|os|vm|worker_threads|process|cluster|module)$/

/** In what is left of the code without its strings. */
const IN_CODE: readonly Rule[] = [
  { kind: 'network', pattern: new RegExp(`\\b${GLOBALS}\\s*(?:\\?\\.|\\.)\\s*(?:${NETWORK_NAMES})\\b`) },
  {
    kind: 'network',
    pattern:
      /(?<![\w$.]|(?:function|const|let|var)\s)(?:XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeerConnection|importScripts)\b(?!\s*:)/,
  },
  {
    kind: 'network',
    pattern: new RegExp(`\\{[^{}]{0,200}\\b(?:${NETWORK_NAMES})\\b[^{}]{0,200}\\}\\s*=\\s*(?:${GLOBALS}|this)\\b`),
  },
  { kind: 'network', pattern: /\bnavigator\s*(?:\?\.|\.)\s*(?:sendBeacon|connection|serviceWorker)\b/ },
  { kind: 'network', pattern: /\bnew\s+(?:Image|Audio|Worker|SharedWorker)\b/ },
  { kind: 'network', pattern: /(?<![\w$.])import\s*\(/ },
  { kind: 'network', pattern: /(?<![\w$.])axios\s*[.(]/ },
  { kind: 'sandbox', pattern: /\bdocument\s*\.\s*(?:cookie|createElement|write|body|head|location|forms)\b/ },
  { kind: 'sandbox', pattern: /(?<![\w$.])(?:localStorage|sessionStorage|indexedDB)\b/ },
  {
    kind: 'network',
    pattern:
      /\b(?:window|document|top|parent|self)\s*\.\s*location\b|(?<![\w$.])location\s*\.\s*(?:href|replace|assign)\b/,
  },
  { kind: 'network', pattern: /\b(?:window|self|top)\s*\.\s*open\s*\(/ },
  {
    kind: 'sandbox',
    pattern: /(?<![\w$.])process\s*(?:\?\.|\.)\s*(?:env|mainModule|binding|exit|kill|dlopen|argv|cwd|versions)\b/,
  },
  { kind: 'sandbox', pattern: /\.\s*constructor\s*(?:\.\s*constructor\b|\()/ },
  // Of a function that is written there, or of what holds the methods of one; to compare it with another is honest.
  { kind: 'sandbox', pattern: /[)\]}]\s*(?:\?\.|\.)\s*constructor\b(?!\s*(?:[!=]==?|\.\s*name\b|\?\.\s*name\b))/ },
  {
    kind: 'sandbox',
    pattern: /\b(?:Object|Array|String|Function|Number|Promise|JSON)\s*\.\s*prototype\s*\.\s*\w+\s*=(?!=)/,
  },
  { kind: 'sandbox', pattern: /\b__proto__\b|\b__(?:define|lookup)[GS]etter__\b/ },
  { kind: 'sandbox', pattern: new RegExp(`\\b${GLOBALS}\\s*\\[(?!\\s*"")`) },
  {
    kind: 'sandbox',
    pattern: new RegExp(
      `(?:Object\\s*\\.\\s*(?:keys|entries|getOwnPropertyNames)|Reflect\\s*\\.\\s*(?:ownKeys|get))\\s*\\(\\s*${GLOBALS}\\b`,
    ),
  },
]

const REMOTE =
  /<(?:img|script|iframe|frame|link|object|embed|video|audio|source|track|form|base|image|use)\b[^>]{0,300}?\b(?:src|href|action|data|srcset|poster|formaction)\s*=\s*\\?["']?\s*(?:https?:)?\/\/([\w.-]+)/i
const STYLE_URL = /(?:@import\s+(?:url\()?|url\()\s*\\?["']?\s*(?:https?:)?\/\/([\w.-]+)/i
const MARKDOWN_IMAGE = /!\[[^\]]{0,200}\]\(\s*(?:https?:)?\/\/([\w.-]+)/i
/** Hosts that nobody has, for examples. */
const NOBODYS_HOST = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$|^www\.w3\.org$/i
const EXFILTRATION =
  /\b(?:webhook\.site|requestbin\.\w+|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator\.net|interact\.sh|oast\.(?:fun|me|pro|live|site|online)|beeceptor\.com|hookbin\.com|requestcatcher\.com|dnslog\.\w+|(?:discord|discordapp)\.com\/api\/webhooks|hooks\.slack\.com\/services|api\.telegram\.org\/bot|pastebin\.com\/(?:api|raw)|trycloudflare\.com|loca\.lt)/i
const HANDLER =
  /<[a-z][^>]{0,300}\son[a-z]{3,12}\s*=\s*\\?["'][^"']{0,300}(?:fetch|document|location|alert|eval|import|window|src)/i
const REFRESH = /<meta\b[^>]{0,200}http-equiv\s*=\s*\\?["']?refresh/i
const SCRIPT_CALL = /<script\b[\s\S]{0,2000}?\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket)\b|\bjavascript:\s*\w/i

/** What loads something from elsewhere when a page shows it. */
function remoteIn(text: string): string | undefined {
  for (const pattern of [REMOTE, STYLE_URL, MARKDOWN_IMAGE]) {
    const found = pattern.exec(text)
    if (found !== null && !NOBODYS_HOST.test(found[1] ?? '')) return found[0]
  }
  return [EXFILTRATION, HANDLER, REFRESH, SCRIPT_CALL].map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
}

// An address that the whole input is written behind.
const SENT_INPUT =
  /(["'`])(?:https?|wss?):\/\/[^"'`\s]+\1\s*\+\s*(?:encodeURIComponent\(|escape\(|btoa\()*\s*(?:JSON\.stringify\(|btoa\(|Object\.(?:values|entries)\()/
const SENT_IN_TEMPLATE = /`(?:https?|wss?):\/\/[^`\s]*\$\{\s*(?:encodeURIComponent\(|btoa\()*\s*JSON\.stringify\(/

const RUNS_TEXT =
  /(?<![\w$.])(?:eval|Function|execScript)\s*\(|\(\s*0\s*,\s*eval\s*\)|\bset(?:Timeout|Interval)\s*\(\s*""/
const DECODERS =
  /\batob\b|\bunescape\s*\(|\bfrom(?:CharCode|CodePoint)\b|\bcharCodeAt\b|\breverse\s*\(\)|\bdecodeURIComponent\s*\(|parseInt\s*\([^)]{0,100},\s*(?:16|2|36)\s*\)/
// Marks that turn the direction of text: what is read is not what runs.
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
const INVISIBLE_NAME = /[\w$][\u200b\u200c\u2060\u3164\uffa0\ufeff]|[\u200b\u2060\u3164\uffa0\ufeff][\w$]/

const clip = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 80)

/** Signs that cannot be read, in places where they need not be. */
function obfuscationIn(source: string, { code, hidden }: ReadCode): string | undefined {
  const escapes = source.match(/\\x[2-7][0-9a-f]|\\u\{?00[2-7][0-9a-f]/gi)?.length ?? 0
  if (escapes >= 8) return `${escapes} letters written as escapes`
  const named = new Set(source.match(/\b_0x[0-9a-f]{2,}\b/gi)).size
  if (named >= 3) return `${named} names like _0x3f2a`
  if (/eval\s*\(\s*function\s*\(\s*p\s*,\s*a\s*,\s*c\s*,\s*k/.test(source)) return 'packed code'
  const runner = RUNS_TEXT.exec(code)?.[0]
  if (runner !== undefined && (DECODERS.test(source) || hidden.some((one) => one.length > 8)))
    return `${runner}… of decoded text`
  if (/[[\]()!+]{120,}/.test(source.replace(/\s/g, ''))) return 'code of brackets alone'
  if (BIDI.test(source)) return 'marks that turn the direction of text'
  if (INVISIBLE_NAME.test(code)) return 'names with invisible letters'
  if (isMinified(code)) return 'one long line of short names'
  return undefined
}

/** A long line of code: of data, most is in strings or numbers. */
const isMinified = (code: string): boolean =>
  code
    .replace(/\[[\d\s,.xa-f""-]*\]/gi, '[]')
    .split('\n')
    .some((line) => line.length > 1200 && (line.match(/[;{}()=]/g)?.length ?? 0) > line.length / 8)

const REVEALED = new RegExp(
  `^(?:${NETWORK_NAMES}|eval|Function|constructor|require|process|import|globalThis)$|\\b(?:fetch|eval|XMLHttpRequest|require|importScripts)\\s*\\(`,
)

const definesFetch = (code: string): boolean =>
  /(?:function|const|let|var)\s+fetch\b|[(,]\s*fetch\s*[,)]\s*(?:=>|\{)/.test(code)

function networkModule(source: string): Rule['kind'] | undefined {
  const names = [...source.matchAll(/(?:require\s*\(\s*|from\s+|import\s+)["'`]([^"'`]+)["'`]/g)].map(
    ([, name = '']) => name,
  )
  if (names.some((name) => MODULES.test(name) || /^https?:/.test(name))) return 'network'
  return names.some((name) => SYSTEM_MODULES.test(name)) ? 'sandbox' : undefined
}

export function lookAtCode(where: string, source: string): Hint[] {
  if (source.trim() === '') return []
  const read = readCode(source)
  const { code, strings, hidden } = read
  const hints: Hint[] = []
  const add = (kind: HintKind, excerpt: string | undefined) => {
    if (excerpt !== undefined && !hints.some((hint) => hint.kind === kind))
      hints.push({ kind, where, excerpt: clip(excerpt) })
  }
  for (const { kind, pattern } of IN_CODE) add(kind, pattern.exec(code)?.[0])
  if (!definesFetch(code)) add('network', /(?<![\w$.])fetch\b(?!\s*:)/.exec(code)?.[0])
  const module = networkModule(source)
  if (module !== undefined) add(module, 'a module of the system')
  add(
    'network',
    strings.map(remoteIn).find(Boolean) ?? remoteIn(source.replace(/\\?["'`]\s*\+\s*[\w.$()]+\s*\+\s*["'`]/g, '')),
  )
  add('network', SENT_INPUT.exec(source)?.[0] ?? SENT_IN_TEMPLATE.exec(source)?.[0])
  // The name of a call as a string is a word, unless somebody asks the globals for it.
  if (/\b(?:globalThis|window|self|Reflect|top)\b/.test(code))
    add(
      'network',
      strings.find((one) => new RegExp(`^(?:${NETWORK_NAMES})$`).test(one)),
    )
  add(
    'obfuscated',
    hidden.find((one) => REVEALED.test(one)),
  )
  add('obfuscated', obfuscationIn(source, read))
  return hints
}

import type { Hint, HintKind } from './first-look.schema.ts'
import { remoteIn, sentIn } from './look-at-addresses.ts'
import type { ReadCode } from './read-code.ts'

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
  // The one of a function makes functions of texts; to compare it, to name it or to make another of a kind is honest.
  {
    kind: 'sandbox',
    pattern:
      /(?<!\bnew\s{1,3}[\w$.]{1,60}|[!=]==?\s{0,3}[\w$.]{1,60}|\bprototype)\.\s*constructor\b(?!\s*(?:[!=]==?|\??\.\s*(?!constructor\b|call\b|apply\b|bind\b)\w))/,
  },
  { kind: 'sandbox', pattern: /\.\s*constructor\s*\.\s*constructor\b/ },
  { kind: 'sandbox', pattern: /\{[^{}()]{0,200}\bconstructor\b[^{}()]{0,200}\}\s*=(?!=)/ },
  {
    kind: 'sandbox',
    pattern: /\b(?:Object|Array|String|Function|Number|Promise|JSON)\s*\.\s*prototype\s*\.\s*\w+\s*=(?!=)/,
  },
  {
    kind: 'sandbox',
    pattern:
      /\b(?:assign|definePropert(?:y|ies)|setPrototypeOf)\s*\(\s*(?:Object|Array|String|Function|Number|Promise|JSON)\s*\.\s*prototype\b/,
  },
  { kind: 'sandbox', pattern: /=\s*require\b(?!\s*[(.])/ },
  { kind: 'sandbox', pattern: /\b__proto__\b|\b__(?:define|lookup)[GS]etter__\b/ },
  { kind: 'sandbox', pattern: new RegExp(`\\b${GLOBALS}\\s*\\[(?!\\s*"")`) },
  {
    kind: 'sandbox',
    pattern: new RegExp(
      `(?:Object\\s*\\.\\s*(?:keys|entries|getOwnPropertyNames)|Reflect\\s*\\.\\s*(?:ownKeys|get))\\s*\\(\\s*${GLOBALS}\\b`,
    ),
  },
]

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

const REVEALED_NAME = new RegExp(`^(?:${NETWORK_NAMES}|eval|Function|constructor)$`)
const CALLED = new RegExp(`\\b(?:${NETWORK_NAMES}|import)\\s?\\(`)

const definesFetch = (code: string): boolean =>
  /(?:function|const|let|var)\s+fetch\b|[(,]\s*fetch\s*[,)]\s*(?:=>|\{)/.test(code)

function networkModule(source: string): Rule['kind'] | undefined {
  const names = [...source.matchAll(/(?:require\s*\(\s*|from\s+|import\s+)["'`]([^"'`]+)["'`]/g)].map(
    ([, name = '']) => name,
  )
  if (names.some((name) => MODULES.test(name) || /^https?:/.test(name))) return 'network'
  return names.some((name) => SYSTEM_MODULES.test(name)) ? 'sandbox' : undefined
}

/** Objects of somebody's own, in which `this` is one of them. */
const HAS_OBJECTS =
  /\bclass\b|\bprototype\b|\bnew\s+(?!Function\b|Image\b)[A-Z]\w*|[{,]\s*(?:async\s|get\s|set\s)?(?!(?:if|for|while|switch|catch|function|with)\b)\w{1,60}\s?\([^()]{0,80}\)\s?\{/
/** In a function of no object, `this` is everything that there is. */
const ALL_THERE_IS =
  /(?<![\w$.])this\s*(?:\?\.)?\s*\[|=\s*this\b(?!\s*\.)|\breturn\s+this\b(?!\s*\.)|\(\s*this\s*[,)]|(?<![\w$.])this\s*\.\s*(?:fetch|eval|Function|process|globalThis)\b/
const GLOBAL_NAMES = ['window', 'self', 'top', 'parent', 'frames', 'global']

/** Names of the page that the code has given to something of its own. */
const withoutOwnNames = (code: string): string =>
  GLOBAL_NAMES.reduce((text, name) => {
    const isOwn = new RegExp(
      `\\b(?:const|let|var)\\s+${name}\\s*=(?!\\s*(?:this|globalThis|window|self|top|parent|Function|\\())|\\b(?:let|var)\\s+${name}\\s*[;,\\n]|[(,]\\s*${name}\\s*(?:,[^()]{0,80})?\\)\\s*(?:=>|\\{)|\\(\\[?\\{?\\s*${name}\\s*,[^()]{0,80}\\)\\s*(?:=>|\\{)`,
    ).test(text)
    return isOwn ? text.replace(new RegExp(`(?<![\\w$.])${name}\\b`, 'g'), `own_${name}`) : text
  }, code)

export function lookAtCode(where: string, source: string, read: ReadCode): Hint[] {
  const { strings, hidden } = read
  const code = withoutOwnNames(read.code)
  const hints: Hint[] = []
  const add = (kind: HintKind, excerpt: string | undefined) => {
    if (excerpt !== undefined && !hints.some((hint) => hint.kind === kind))
      hints.push({ kind, where, excerpt: clip(excerpt) })
  }
  for (const { kind, pattern } of IN_CODE) add(kind, pattern.exec(code)?.[0])
  if (strings.includes('constructor') && /\bgetOwnPropertyDescriptors?\b|\bReflect\s?\.\s?get\b/.test(code))
    add('sandbox', 'constructor')
  // A name in brackets of a pattern: `const { ['constructor']: make } = run`.
  if (strings.some((one) => REVEALED_NAME.test(one)) && /\{[^{}]{0,200}\[""\]\s?:[^{}]{0,200}\}\s?=(?!=)/.test(code))
    add('sandbox', 'a name in brackets')
  if (RUNS_TEXT.test(code))
    add(
      'obfuscated',
      strings.find((one) => CALLED.test(one)),
    )
  if (!HAS_OBJECTS.test(code)) add('sandbox', ALL_THERE_IS.exec(code)?.[0])
  if (!definesFetch(code)) add('network', /(?<![\w$.])fetch\b(?!\s*:)/.exec(code)?.[0])
  const module = networkModule(source)
  if (module !== undefined) add(module, 'a module of the system')
  add(
    'network',
    strings.map(remoteIn).find(Boolean) ?? remoteIn(source.replace(/\\?["'`]\s*\+\s*[\w.$()]+\s*\+\s*["'`]/g, '')),
  )
  add('network', sentIn(source))
  // The name of a call as a string is a word, unless somebody asks the globals for it.
  if (/\b(?:globalThis|window|self|Reflect|top|this)\b/.test(code))
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

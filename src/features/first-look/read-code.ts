/** Code as a reader sees it who has worked out what its strings come to. */
export interface ReadCode {
  /** Without comments; strings are `""`, or a name after a dot where they are one: `globalThis["fe" + "tch"]`. */
  readonly code: string
  /** What the strings say, also those that are only put together when the code runs. */
  readonly strings: readonly string[]
  /** Strings whose value nobody reads in the source. */
  readonly hidden: readonly string[]
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }
const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

const unescaped = (raw: string): string =>
  raw.replace(
    /\\(?:x([0-9a-f]{2})|u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|\r?\n|([\s\S]))/gi,
    (_, hex?: string, braced?: string, four?: string, sign?: string) => {
      const code = hex ?? braced ?? four
      if (code !== undefined) return fromCode(Number.parseInt(code, 16))
      return sign === undefined ? '' : (ESCAPES[sign] ?? sign)
    },
  )

// Comments, strings, templates without their `${…}`, and what can only be a regular expression. One that has no end is
// taken as well, and left as it is: or the rest would be read anew from each of its signs.
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|(?<=(?:^|[=(,:[!&|?{};+\n>]|return)[ \t]{0,40})\/(?![/*])(?:\\.|\[(?:\\.|[^\]\n\\])*\]?|[^/\n\\[])+(?:\/[a-z]*)?/g
const ENDED_PATTERN = /^\/.*[^\\]\/[a-z]*$/

const QUOTES: Readonly<Record<string, string>> = { "\\'": '\\u{27}', '\\"': '\\u{22}', '\\`': '\\u{60}' }

/** The same code in which each quote and each comment begins or ends something, so that no search for an end is for nothing. */
function withPlainEnds(source: string): string {
  const plain = source.replace(/\\[\s\S]/g, (pair) => QUOTES[pair] ?? pair)
  const commented = plain.lastIndexOf('*/') + 1
  return plain.slice(0, commented) + plain.slice(commented).replaceAll('/*', '/ *')
}

/** `a${b}c` as "a" + (b) + "c"; what is inside the braces is code and may hold templates again. */
function withoutTemplates(source: string): string {
  const tokens = new RegExp(`${TOKENS.source}|\`(?:\\\\[\\s\\S]|[^\`\\\\])*\``, 'g')
  return source.replace(tokens, (token) => {
    if (!token.startsWith('`')) return token
    const parts = token
      .slice(1, -1)
      .split(/(?<!\\)\$\{([^}]{0,2000})\}/)
      .map((part, at) => (at % 2 === 1 ? `(${part})` : JSON.stringify(unescaped(part))))
    return parts.join(' + ')
  })
}

const STRING = '\u0001(\\d+)\u0001'
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/

/** Undefined for what decodes to no text. */
function decodeBase64(text: string): string | undefined {
  if (!BASE64.test(text)) return undefined
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return /^[\x20-\x7e\s]{6,}$/.test(decoded) && /[a-z]{3}/i.test(decoded) ? decoded : undefined
}

class Strings {
  readonly values: string[] = []
  readonly hidden = new Set<string>()
  add(value: string, isHidden = false): string {
    if (isHidden) this.hidden.add(value)
    return `\u0001${this.values.push(value) - 1}\u0001`
  }
  at = (index: string | undefined): string => this.values[Number(index)] ?? ''
  all = (text: string): string[] => [...text.matchAll(new RegExp(STRING, 'g'))].map(([, index]) => this.at(index))
}

const numbersIn = (list: string): number[] =>
  list
    .split(',')
    .map((one) => Number(one.trim()))
    .filter(Number.isInteger)

/** Each way to put a string together that needs no run to be worked out. */
const FOLDS: readonly (readonly [RegExp, (strings: Strings, found: readonly string[]) => string])[] = [
  [
    new RegExp(`(?<![\\w$)\\]]\\s*)\\(\\s*${STRING}\\s*\\)(?=\\s*[+.\\]])`, 'g'),
    (strings, [, index]) => strings.add(strings.at(index)),
  ],
  [
    new RegExp(`${STRING}(?:\\s*\\+\\s*${STRING})+`, 'g'),
    (strings, [all = '']) => strings.add(strings.all(all).join(''), true),
  ],
  [
    new RegExp(
      `\\[\\s*(${STRING}(?:\\s*,\\s*${STRING})*)\\s*,?\\s*\\](\\s*\\.\\s*reverse\\(\\))?\\s*\\.\\s*join\\(\\s*${STRING}\\s*\\)`,
      'g',
    ),
    (strings, [all = '', , , , reversed]) => {
      const parts = strings.all(all)
      const glue = parts.pop() ?? ''
      return strings.add((reversed ? parts.toReversed() : parts).join(glue), true)
    },
  ],
  [
    new RegExp(`${STRING}\\s*\\.\\s*split\\([^)]{0,20}\\)\\s*\\.\\s*reverse\\(\\)\\s*\\.\\s*join\\([^)]{0,20}\\)`, 'g'),
    (strings, [, index]) => strings.add([...strings.at(index)].toReversed().join(''), true),
  ],
  [
    /String\s*\.\s*from(?:CharCode|CodePoint)\s*\(\s*(?:\.\.\.\s*\[)?\s*((?:0x[0-9a-f]+|\d+)(?:\s*,\s*(?:0x[0-9a-f]+|\d+))*)\s*\]?\s*\)/gi,
    (strings, [, list = '']) => strings.add(numbersIn(list).map(fromCode).join(''), true),
  ],
  [
    /\[\s*((?:0x[0-9a-f]+|\d+)(?:\s*,\s*(?:0x[0-9a-f]+|\d+))*),?\s*\]\s*\.\s*map\([^^+*%-]{0,60}?\bfrom(?:CharCode|CodePoint)\b[^^+*%-]{0,40}?\.\s*join\([^)]{0,20}\)/gi,
    (strings, [, list = '']) => strings.add(numbersIn(list).map(fromCode).join(''), true),
  ],
  [
    new RegExp(`${STRING}\\s*\\.\\s*concat\\(\\s*(${STRING}(?:\\s*,\\s*${STRING})*)\\s*\\)`, 'g'),
    (strings, [all = '']) => strings.add(strings.all(all).join(''), true),
  ],
  [
    // What is taken out or put in: a pattern stands here as an empty text, and is taken for all that is no letter.
    new RegExp(
      `${STRING}\\s*\\.\\s*(?:replace(?:All)?\\(\\s*(?:${STRING}|(""))\\s*,|split\\(\\s*${STRING}\\s*\\)\\s*\\.\\s*join\\()\\s*${STRING}\\s*\\)`,
      'g',
    ),
    (strings, [, index, what, pattern, splitAt, by]) => {
      const taken = pattern === undefined ? strings.at(what ?? splitAt) : /[^A-Za-z]+/g
      const value = strings.at(index)
      return strings.add(taken === '' ? value : value.replaceAll(taken, () => strings.at(by)), true)
    },
  ],
  [
    new RegExp(`${STRING}\\s*\\.\\s*(?:slice|substring)\\(\\s*(\\d{1,4})\\s*(?:,\\s*(\\d{1,4})\\s*)?\\)`, 'g'),
    (strings, [, index, from, to]) =>
      strings.add(strings.at(index).slice(Number(from), to === undefined ? undefined : Number(to)), true),
  ],
  [
    new RegExp(`\\b(?:window\\.|globalThis\\.)?atob\\(\\s*${STRING}\\s*\\)`, 'g'),
    (strings, [, index]) => strings.add(Buffer.from(strings.at(index), 'base64').toString('utf8'), true),
  ],
  [
    new RegExp(`\\b(?:decodeURIComponent|decodeURI|unescape)\\(\\s*${STRING}\\s*\\)`, 'g'),
    (strings, [, index]) => strings.add(percentDecoded(strings.at(index)), true),
  ],
]

const percentDecoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Names that stand for one string: `const k = "fe" + "tch"; globalThis[k]`. */
function putInNames(code: string): string {
  const constant = new RegExp(
    `(?:\\b(?:const|let|var)\\s+|,\\s*)([A-Za-z_$][\\w$]{0,60})\\s*=\\s*(${STRING})\\s*(?=[;,\\n}]|$)`,
    'g',
  )
  const values = new Map([...code.matchAll(constant)].map(([, name = '', value = '']) => [name, value]))
  if (values.size === 0) return code
  return code.replace(/(?<=[[(+,=]\s?)[A-Za-z_$][\w$]{0,60}(?=\s?[\]),+;\n}])/g, (name) => values.get(name) ?? name)
}

const ROUNDS = 4

export function readCode(source: string): ReadCode {
  const strings = new Strings()
  let code = withoutTemplates(withPlainEnds(source)).replace(TOKENS, (token) => {
    if (token.startsWith('//') || token.startsWith('/*')) return ' '
    if (token.startsWith('/')) return ENDED_PATTERN.test(token) ? ' "" ' : token
    const raw = token.slice(1, -1)
    return strings.add(unescaped(raw), /\\x[2-7]|\\u\{?00[2-7]/.test(raw))
  })
  // Somebody may write to keep us busy: patterns here meet no long run of spaces and repeat nothing without an end.
  code = code.replace(/[^\S\n]+/g, ' ').replace(/\n\s+/g, '\n')
  for (let round = 0; round < ROUNDS; round++) {
    for (const [pattern, fold] of FOLDS) code = code.replace(pattern, (...found) => fold(strings, found))
    code = putInNames(code)
  }
  for (const value of [...strings.values]) {
    const decoded = decodeBase64(value)
    if (decoded !== undefined) strings.add(decoded, true)
  }
  const named = code.replace(new RegExp(`(?<=[\\w$)\\]]\\s*)(?:\\?\\.)?\\[\\s*${STRING}\\s*\\]`, 'g'), (all, index) =>
    /^[A-Za-z_$][\w$]*$/.test(strings.at(index)) ? `.${strings.at(index)}` : all,
  )
  return { code: named.replace(new RegExp(STRING, 'g'), '""'), strings: strings.values, hidden: [...strings.hidden] }
}

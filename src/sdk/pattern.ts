/** Longer patterns, ones that unfold into more steps, and longer texts are refused: what is left takes milliseconds. */
export const PATTERN_MAX = 200
const MOST_STEPS = 500
const MOST_REPEATS = 1000
const MOST_CHARACTERS = 2000

type Fits = (character: string) => boolean

type Part =
  | { readonly is: 'character'; readonly fits: Fits }
  | { readonly is: 'row'; readonly parts: readonly Part[] }
  | { readonly is: 'either'; readonly ways: readonly Part[] }
  | { readonly is: 'repeat'; readonly part: Part; readonly least: number; readonly most: number | undefined }

/** Takes one character to go on, or goes on at several places at once; the first step of all is the end. */
type Step = { readonly fits: Fits; readonly next: number } | { to: readonly number[] }
interface Compiled {
  readonly steps: readonly Step[]
  readonly start: number
}

// One character: a property, an escape (no word boundary, no reference), a class, or itself.
const CHARACTER = /\\p\{[\w=]+\}|\\P\{[\w=]+\}|\\[^bBk\d]|\[(?:\\.|[^\]\\])*\]|[^()|*+?{}[\]^$\\]/suy
const TIMES = /([*+?])|\{(\d+)(,?)(\d*)\}/y

const wrong = (message: string) => new SyntaxError(message)

/** Reads patterns of characters, classes, groups, choices and repetitions, without what needs to go back. */
class Reader {
  #at = 0
  readonly #text: string

  constructor(pattern: string) {
    // The whole value has to fit, so both say nothing.
    this.#text = pattern.replace(/^\^/, '').replace(/(?<!\\)((?:\\\\)*)\$$/, '$1')
  }

  read(): Part {
    const part = this.#either()
    if (this.#at < this.#text.length) throw wrong(`“${this.#text[this.#at]}” stands where it means nothing`)
    return part
  }

  #take(sign: string): boolean {
    const isThere = this.#text.startsWith(sign, this.#at)
    if (isThere) this.#at += sign.length
    return isThere
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #either(): Part {
    const ways = [this.#row()]
    while (this.#take('|')) ways.push(this.#row())
    return ways.length === 1 && ways[0] !== undefined ? ways[0] : { is: 'either', ways }
  }

  #row(): Part {
    const parts: Part[] = []
    for (let part = this.#one(); part !== undefined; part = this.#one()) parts.push(this.#repeated(part))
    return { is: 'row', parts }
  }

  #one(): Part | undefined {
    if (this.#take('(')) {
      if (!this.#take('?:') && this.#text[this.#at] === '?') throw wrong('Groups look neither ahead nor back')
      const inner = this.#either()
      if (!this.#take(')')) throw wrong('A group is not closed')
      return inner
    }
    const [character] = this.#match(CHARACTER) ?? []
    if (character === undefined) return undefined
    // Of one character, so there is nothing to go back to.
    const expression = new RegExp(`^${character}$`, 'su')
    return { is: 'character', fits: (given) => expression.test(given) }
  }

  #repeated(part: Part): Part {
    const found = this.#match(TIMES)
    if (found === null) return part
    this.#take('?')
    const [, sign, low = '', comma, high = ''] = found
    const least = sign === undefined ? Number(low) : sign === '+' ? 1 : 0
    const most =
      sign === '?' ? 1 : sign !== undefined || (comma === ',' && high === '') ? undefined : Number(high || low)
    if (Math.max(least, most ?? 0) > MOST_REPEATS) throw wrong(`At most ${MOST_REPEATS} repetitions`)
    if (most !== undefined && most < least) throw wrong('A repetition ends before it begins')
    return { is: 'repeat', part, least, most }
  }
}

/** Lays the parts out from the last to the first; answers where each begins. */
function layOut(whole: Part): Compiled {
  const steps: Step[] = [{ to: [] }]
  let left = MOST_STEPS
  const push = (step: Step): number => steps.push(step) - 1
  const place = (part: Part, next: number): number => {
    left -= 1
    if (left < 0) throw wrong('The pattern is too large')
    switch (part.is) {
      case 'character':
        return push({ fits: part.fits, next })
      case 'row':
        return part.parts.reduceRight((after, one) => place(one, after), next)
      case 'either':
        return push({ to: part.ways.map((way) => place(way, next)) })
      case 'repeat': {
        let start = next
        if (part.most === undefined) {
          const again: Step = { to: [] }
          start = push(again)
          again.to = [place(part.part, start), next]
        } else for (let n = part.least; n < part.most; n++) start = push({ to: [place(part.part, start), next] })
        for (let n = 0; n < part.least; n++) start = place(part.part, start)
        return start
      }
    }
  }
  return { start: place(whole, 0), steps }
}

function compile(pattern: string): Compiled {
  if (pattern.length > PATTERN_MAX) throw wrong(`At most ${PATTERN_MAX} characters`)
  return layOut(new Reader(pattern).read())
}

/** Why this is no pattern; undefined when it is one. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compile(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const MOST_KEPT = 200
const kept = new Map<string, Compiled | undefined>()

function compiled(pattern: string): Compiled | undefined {
  if (kept.has(pattern)) return kept.get(pattern)
  if (kept.size >= MOST_KEPT) kept.clear()
  const made = patternProblem(pattern) === undefined ? compile(pattern) : undefined
  kept.set(pattern, made)
  return made
}

/** All places where one may be without taking a character. */
function spread(steps: readonly Step[], from: readonly number[]): Set<number> {
  const reached = new Set(from)
  // A set is walked in the order in which it grows.
  for (const at of reached) {
    const step = steps[at]
    if (step !== undefined && 'to' in step) for (const next of step.to) reached.add(next)
  }
  return reached
}

/**
 * Whether the whole text fits. It follows all ways at once, so that no pattern of a creator holds up a server or a page,
 * as the backtracking of the language's own expressions would. What is no pattern asks for nothing.
 */
export function fitsPattern(text: string, pattern: string): boolean {
  const found = compiled(pattern)
  if (found === undefined) return true
  if (text.length > MOST_CHARACTERS) return false
  let places = spread(found.steps, [found.start])
  for (const character of text) {
    const next: number[] = []
    for (const at of places) {
      const step = found.steps[at]
      if (step !== undefined && 'fits' in step && step.fits(character)) next.push(step.next)
    }
    if (next.length === 0) return false
    places = spread(found.steps, next)
  }
  return places.has(0)
}

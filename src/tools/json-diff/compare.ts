import { align } from './align.ts'

/** One difference: `path` is that of the second document, of what was removed that of the first. */
export type Difference =
  | { readonly kind: 'added'; readonly path: string; readonly after: unknown }
  | { readonly kind: 'removed'; readonly path: string; readonly before: unknown }
  | { readonly kind: 'changed'; readonly path: string; readonly before: unknown; readonly after: unknown }

/** An operation of RFC 6902. */
export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

export interface Comparison {
  readonly differences: readonly Difference[]
  readonly patch: readonly Operation[]
}

type Members = Readonly<Record<string, unknown>>

/** The pointer to a member or element of what `pointer` names (RFC 6901). */
const pointerTo = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 1e21 as 1000000000000000000000, as a bigint is written. */
function numberText(value: number): string {
  const [digits = '', exponent] = String(value).split('e+')
  if (exponent === undefined) return digits
  const [whole = '', fraction = ''] = digits.split('.')
  return whole + fraction.padEnd(Number(exponent), '0')
}

/** A text that is the same for equal values: members in the order of their names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return numberText(value)
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}

/** Equal elements of both lists become the same number. */
function numbered(...lists: readonly (readonly unknown[])[]): number[][] {
  const numbers = new Map<string, number>()
  return lists.map((list) =>
    list.map((element) => {
      const key = canonical(element)
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      return number
    }),
  )
}

class Comparer {
  readonly differences: Difference[] = []
  readonly patch: Operation[] = []

  compare(path: string, a: unknown, b: unknown): void {
    if (Array.isArray(a) && Array.isArray(b)) this.compareLists(path, a, b)
    else if (isObject(a) && isObject(b)) this.compareMembers(path, a, b)
    else if (canonical(a) !== canonical(b)) {
      this.differences.push({ kind: 'changed', path, before: a, after: b })
      this.patch.push({ op: 'replace', path, value: b })
    }
  }

  private compareMembers(path: string, a: Members, b: Members): void {
    for (const name of Object.keys(a)) {
      const member = pointerTo(path, name)
      if (Object.hasOwn(b, name)) this.compare(member, a[name], b[name])
      else this.remove(member, member, a[name])
    }
    for (const name of Object.keys(b)) if (!Object.hasOwn(a, name)) this.add(pointerTo(path, name), b[name])
  }

  /** A patch is applied from its beginning on, so that every index in it is that of the second list. */
  private compareLists(path: string, a: readonly unknown[], b: readonly unknown[]): void {
    const [first = [], second = []] = numbered(a, b)
    let position = 0
    for (const [i, j] of align(first, second)) {
      const here = pointerTo(path, position)
      if (j === undefined) this.remove(pointerTo(path, i), here, a[i])
      else {
        if (i === undefined) this.add(here, b[j])
        else if (first[i] !== second[j]) this.compare(here, a[i], b[j])
        position++
      }
    }
  }

  private add(path: string, value: unknown): void {
    this.differences.push({ kind: 'added', path, after: value })
    this.patch.push({ op: 'add', path, value })
  }

  private remove(path: string, pathInPatch: string, value: unknown): void {
    this.differences.push({ kind: 'removed', path, before: value })
    this.patch.push({ op: 'remove', path: pathInPatch })
  }
}

/** What must be done to `a` to have `b`. Both are JSON; the order of members does not matter, that of elements does. */
export function compareJson(a: unknown, b: unknown): Comparison {
  const comparer = new Comparer()
  comparer.compare('', a, b)
  return comparer
}

import type { Json } from '#src/sdk/json.ts'
import { firstItemOf, type Names } from '../expression/complete.ts'
import type { Tried } from '../expression/try-expression.ts'
import type { Source } from './sources.ts'

/** What expressions may name of the steps before; undefined where nothing is known of one. */
export const namesOf = (before: readonly Pick<Source, 'root' | 'value'>[]) => ({
  trigger: before.find(({ root }) => root === 'trigger')?.value,
  steps: Object.fromEntries(
    before.flatMap(({ root, value }) => (root === 'trigger' ? [] : [[root.slice('steps.'.length), value] as const])),
  ) as Readonly<Record<string, Json>>,
})

/** Those of which something is known. */
export const withValues = (steps: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(steps).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

/** Nothing is known of what is only guessed. */
export const withoutGuesses = (before: readonly Source[]): Source[] =>
  before.map((source) => (source.isGuess ? { ...source, value: undefined } : source))

/** With the first item of a list, where there is a list. */
export const withItem = (names: Names, list: Json | undefined): Names =>
  list === undefined ? names : { ...names, item: firstItemOf(list, names), index: 0 }

const WORD = /[\w.]+/g
const isNamed = (root: string, text: string): boolean =>
  [...text.matchAll(WORD)].some(([name]) => name === root || name.startsWith(`${root}.`))

/** What a text was tried with: samples of what is not known yet, the first item of a list. */
export function readsOf(
  text: string,
  list: Json | undefined,
  before: readonly Pick<Source, 'root' | 'origin'>[],
): Pick<Tried, 'isOfSample' | 'isOfFirst'> {
  const isOfFirst = list !== undefined && (isNamed('item', text) || isNamed('index', text))
  // What is gone through comes from where its list comes from.
  const texts = typeof list === 'string' && isNamed('item', text) ? [text, list] : [text]
  const isOfSample = before.some(({ root, origin }) => origin === 'sample' && texts.some((one) => isNamed(root, one)))
  return { isOfSample, isOfFirst }
}

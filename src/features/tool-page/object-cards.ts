import { type Item, isObjectList } from './object-list.ts'

/** "muscleGroups" → "Muscle groups" */
export const labelOf = (name: string): string => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const plainText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** An object as a card: its first text is the title, plain values are facts, objects inside are lines. */
export interface CardContent {
  readonly title: string
  readonly facts: readonly { readonly label: string; readonly text: string }[]
  readonly lists: readonly { readonly label: string; readonly lines: readonly Line[] }[]
}
export interface Line {
  readonly title: string
  readonly detail: string
}

/** A word speaks for itself; "none", a number or a range needs the name of what it is. */
const inWords = (name: string, value: string | number | boolean): string =>
  typeof value === 'string' && value !== 'none' && /^\p{L}/u.test(value)
    ? value
    : `${labelOf(name).toLowerCase()} ${plainText(value)}`

function toLine(item: Item): Line {
  const entries = Object.entries(item).filter((entry): entry is [string, string | number | boolean] =>
    isPlain(entry[1]),
  )
  const [title, ...rest] = entries
  return {
    title: title === undefined ? '–' : plainText(title[1]),
    detail: rest.map(([name, value]) => inWords(name, value)).join(' · '),
  }
}

export function cardOf(item: Item, index: number): CardContent {
  const titleName = Object.keys(item).find((name) => typeof item[name] === 'string')
  const facts: { label: string; text: string }[] = []
  const lists: { label: string; lines: Line[] }[] = []
  for (const [name, value] of Object.entries(item)) {
    if (name === titleName || value === null || value === undefined) continue
    const label = labelOf(name)
    if (isObjectList(value)) lists.push({ label, lines: value.map(toLine) })
    else if (isPlain(value)) facts.push({ label, text: plainText(value) })
    else if (Array.isArray(value)) facts.push({ label, text: value.filter(isPlain).map(plainText).join(', ') || '–' })
    else facts.push({ label, text: JSON.stringify(value) })
  }
  return { title: titleName === undefined ? String(index + 1) : String(item[titleName]), facts, lists }
}

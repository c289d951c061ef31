export type Item = Readonly<Record<string, unknown>>

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

export const isObjectList = (value: unknown): value is readonly Item[] =>
  Array.isArray(value) && value.length > 0 && value.every(isItem)

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

function toLine(item: Item): Line {
  const entries = Object.entries(item).filter((entry): entry is [string, string | number | boolean] =>
    isPlain(entry[1]),
  )
  const [title, ...rest] = entries
  return {
    title: title === undefined ? '–' : plainText(title[1]),
    detail: rest.map(([name, value]) => `${labelOf(name).toLowerCase()} ${plainText(value)}`).join(' · '),
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

import { isSameJson } from '#src/lib/same-json.ts'
import type { ToolContent } from './tool-content.schema.ts'

export interface ContentChange {
  /** Such as "Input “people”, default". */
  readonly what: string
  /** Undefined where there was, or is, none. */
  readonly before: string | undefined
  readonly after: string | undefined
}

const asText = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

/** A property a line, as people read it. */
const inLines = (item: object): string =>
  Object.entries(item)
    .map(([name, value]) => `${name}: ${asText(value)}`)
    .join('\n')

const LISTING = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  tags: 'Tags',
  icon: 'Icon',
  licence: 'Licence',
  kind: 'Kind',
  source: 'Code',
  inBrowser: 'Runs in the visitor’s browser',
} as const

type Item = Readonly<Record<string, unknown>>

function partsOf(what: string, before: Item, after: Item): ContentChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !isSameJson(before[name], after[name]))
    .map((name) => ({ what: `${what}, ${name}`, before: asText(before[name]), after: asText(after[name]) }))
}

/** Lists whose entries are known by a name: one that is renamed is one that went and one that came. */
function listChanges(what: string, key: string, before: readonly object[], after: readonly object[]): ContentChange[] {
  const nameOf = (item: object) => String(Reflect.get(item, key))
  const [old, now] = [before, after].map((list) => new Map(list.map((item) => [nameOf(item), item as Item])))
  if (old === undefined || now === undefined) return []
  const changes = [...old].flatMap(([name, item]): ContentChange[] => {
    const next = now.get(name)
    return next === undefined
      ? [{ what: `${what} “${name}”`, before: inLines(item), after: undefined }]
      : partsOf(`${what} “${name}”`, item, next)
  })
  for (const [name, item] of now)
    if (!old.has(name)) changes.push({ what: `${what} “${name}”`, before: undefined, after: inLines(item) })
  const kept = [...old.keys()].filter((name) => now.has(name))
  const order = [...now.keys()].filter((name) => old.has(name))
  if (!isSameJson(kept, order))
    changes.push({ what: `Order of ${what.toLowerCase()}s`, before: kept.join(', '), after: order.join(', ') })
  return changes
}

/** What is different in another version, in words. */
export function contentChanges(before: ToolContent, after: ToolContent): ContentChange[] {
  const listing = Object.entries(LISTING).flatMap(([name, what]) => {
    const [old, now] = [before, after].map((content) => content[name as keyof typeof LISTING])
    return isSameJson(old, now) ? [] : [{ what, before: asText(old), after: asText(now) }]
  })
  return [
    ...listing,
    ...listChanges('Input', 'name', before.fields, after.fields),
    ...listChanges('Output', 'name', before.outputs, after.outputs),
    ...listChanges('Example', 'title', before.examples, after.examples),
  ]
}

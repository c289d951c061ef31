import type { Json } from '#src/sdk/json.ts'
import { expressionAt, isContainer, type JsonPath, previewOf } from '#src/ui/data-view/json-paths.ts'
import type { Names } from '../expression/complete.ts'

/** A value that can be compared. */
export interface Choice {
  /** How an expression names it. */
  readonly value: string
  /** The same, and what it is now. */
  readonly label: string
}

export interface ChoiceGroup {
  readonly title: string
  readonly choices: readonly Choice[]
}

export interface Choices {
  readonly groups: readonly ChoiceGroup[]
  /** Whether there was no room for some steps. */
  readonly isCut: boolean
}

const MOST_PER_GROUP = 200
/** Of all groups. Each line has them all, so their number counts several times. */
const MOST = 800
const DEEPEST = 6
const LONGEST = 30

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

interface Place {
  readonly path: JsonPath
  readonly value: Json
}

/** Everything in a value down to a depth, but what is in lists: those have as many as there are items. One too many at most. */
function placesIn(value: Json, depth: number, most: number): Place[] {
  const places: Place[] = []
  const visit = (place: Place) => {
    if (places.length > most) return
    places.push(place)
    if (!isContainer(place.value) || Array.isArray(place.value) || place.path.length === depth) return
    for (const [name, part] of Object.entries(place.value)) visit({ path: [...place.path, name], value: part })
  }
  visit({ path: [], value })
  return places
}

/** As deep as all of a level fit. */
function placesOf(value: Json, most: number): Place[] {
  for (let depth = DEEPEST; depth > 1; depth--) {
    const places = placesIn(value, depth, most)
    if (places.length <= most) return places
  }
  return placesIn(value, 1, most).slice(0, most)
}

const choicesIn = (root: string, value: Json, most: number): Choice[] =>
  placesOf(value, most).map((place) => {
    const at = expressionAt(root, place.path)
    return { value: at, label: `${at}: ${shortened(previewOf(place.value))}` }
  })

function entriesOf(values: Json | undefined): [string, Json | undefined][] {
  return values !== undefined && isContainer(values) && !Array.isArray(values) ? Object.entries(values) : []
}

const group = (title: string, choices: readonly Choice[]): ChoiceGroup[] =>
  choices.length === 0 ? [] : [{ title, choices }]

/**
 * What is known of all that an expression may name, for choosing from a list. Steps come nearest first: where there is
 * no room for all, those further away are left out.
 */
export function choicesOf({ trigger, item, index, steps, vars }: Names): Choices {
  let room = MOST
  let isCut = false
  const known = (root: string, value: Json | undefined) => {
    if (value === undefined) return []
    if (room === 0) isCut = true
    const choices = choicesIn(root, value, Math.min(room, MOST_PER_GROUP))
    room -= choices.length
    return choices
  }
  const first = [
    ...group('Each item', [...known('item', item), ...known('index', index)]),
    ...group('What started it', known('trigger', trigger)),
  ]
  // All of them are no value to compare.
  const variables = group('Variables', known('vars', vars).slice(1))
  const nearest = entriesOf(steps).flatMap(([key, value]) =>
    group(`Step ${key}`, known(expressionAt('steps', [key]), value)),
  )
  return { groups: [...first, ...nearest, ...variables], isCut }
}

/** Whether there are steps of which nothing is known yet. */
export const hasUnknown = ({ steps }: Names): boolean => entriesOf(steps).some(([, value]) => value === undefined)

import type { Fault, Place } from './errors.ts'
import { type Json, MAX_DEPTH } from './json.ts'
import { hasExpression, type Segment, scan } from './scan.ts'

export interface PlacedExpression {
  readonly place: Place
  /** What is wrong with it before it is even parsed. */
  readonly fault?: Fault
}

/** Every expression of a config, also those that are not closed. Nothing below MAX_DEPTH is looked at. */
export function expressionsIn(config: Json, path = '', depth = 0): PlacedExpression[] {
  if (typeof config === 'string') return hasExpression(config) ? scan(config).flatMap((one) => placedIn(one, path)) : []
  if (typeof config !== 'object' || config === null || depth >= MAX_DEPTH) return []
  return Object.entries(config).flatMap(([name, part]) => expressionsIn(part, joinPath(path, name), depth + 1))
}

function placedIn(segment: Segment, path: string): PlacedExpression[] {
  if (segment.kind === 'text') return []
  const place = { path, expression: segment.source, offset: segment.offset }
  const fault = faultOfSegment(segment)
  return [fault === undefined ? { place } : { place, fault }]
}

/** "headers" and "accept" → "headers.accept"; items of a list by their index. */
export const joinPath = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`

/** What is wrong with a piece of text before it is parsed. */
export function faultOfSegment(segment: Segment): Fault | undefined {
  if (segment.kind === 'unclosed')
    return {
      code: 'SYNTAX_ERROR',
      what: 'This {{ is never closed by }}',
      hint: 'Write {{ "{{" }} for two braces as text.',
      range: { start: 0, end: 2 },
    }
  if (segment.kind === 'expression' && segment.source === '')
    return { code: 'SYNTAX_ERROR', what: 'There is no expression between {{ and }}', range: { start: 0, end: 0 } }
  return undefined
}

import type { Json } from '#src/sdk/json.ts'
import type { OutputSpec, OutputType, Renderer } from '#src/sdk/outputs.ts'

/** What a renderer can draw. */
export const RENDERER_TYPES: Readonly<Record<Renderer, readonly OutputType[]>> = {
  text: ['string', 'number', 'boolean', 'array', 'any'],
  badge: ['string', 'number', 'boolean'],
  list: ['array'],
  table: ['array', 'object'],
  json: ['any', 'object', 'array', 'string', 'number', 'boolean'],
  wheel: ['string'],
  image: ['string'],
  chart: ['array'],
}

const typeOf = (value: Json): OutputType => {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'any'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}

const WORDS: Readonly<Record<OutputType, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  any: 'nothing',
}

export interface Misfit {
  readonly output: string
  readonly message: string
}

/** Where what came out is not what the outputs say. An output may be missing, as not every input has an answer to it. */
export function outputMisfits(
  outputs: Readonly<Record<string, OutputSpec>>,
  values: Readonly<Record<string, Json>>,
): Misfit[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const spec = Object.hasOwn(outputs, name) ? outputs[name] : undefined
    if (spec === undefined) return [{ output: name, message: `“${name}” is not among the outputs` }]
    if (spec.type === 'any' || value === null || typeOf(value) === spec.type) return []
    return [{ output: name, message: `“${name}” should be ${WORDS[spec.type]}, but is ${WORDS[typeOf(value)]}` }]
  })
}

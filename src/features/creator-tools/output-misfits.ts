import type { Json } from '#src/sdk/json.ts'
import type { OutputSpec, OutputType, Renderer } from '#src/sdk/outputs.ts'
import { drawnMisfit, TYPE_WORDS, typeOf } from './drawn-misfits.ts'

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
    if (value === null) return []
    if (spec.type !== 'any' && typeOf(value) !== spec.type) {
      const message = `“${name}” should be ${TYPE_WORDS[spec.type]}, but is ${TYPE_WORDS[typeOf(value)]}`
      return [{ output: name, message }]
    }
    const wrong = drawnMisfit(spec, value)
    return wrong === undefined ? [] : [{ output: name, message: `“${name}”: ${wrong}` }]
  })
}

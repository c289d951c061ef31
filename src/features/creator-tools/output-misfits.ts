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

type Outputs = Readonly<Record<string, OutputSpec>>
type Values = Readonly<Record<string, Json>>

function typeMisfit(outputs: Outputs, name: string, value: Json): string | undefined {
  const spec = Object.hasOwn(outputs, name) ? outputs[name] : undefined
  if (spec === undefined) return `“${name}” is not among the outputs`
  if (value === null || spec.type === 'any' || typeOf(value) === spec.type) return undefined
  return `“${name}” should be ${TYPE_WORDS[spec.type]}, but is ${TYPE_WORDS[typeOf(value)]}`
}

function misfitsBy(values: Values, rule: (name: string, value: Json) => string | undefined): Misfit[] {
  return Object.entries(values).flatMap(([output, value]) => {
    const message = rule(output, value)
    return message === undefined ? [] : [{ output, message }]
  })
}

/** Where what came out is of another type than the outputs say. An output may be missing, as not every input has an answer to it. */
export const typeMisfits = (outputs: Outputs, values: Values): Misfit[] =>
  misfitsBy(values, (name, value) => typeMisfit(outputs, name, value))

/** The same, and where what is of the right type cannot be drawn. */
export const outputMisfits = (outputs: Outputs, values: Values): Misfit[] =>
  misfitsBy(values, (name, value) => {
    const spec = outputs[name]
    const wrong = typeMisfit(outputs, name, value)
    if (wrong !== undefined || spec === undefined || value === null) return wrong
    const undrawn = drawnMisfit(spec, value)
    return undrawn && `“${name}”: ${undrawn}`
  })

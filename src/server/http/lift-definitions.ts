import { createHash } from 'node:crypto'
import { z } from '#src/lib/zod.ts'

type JsonSchema = Readonly<Record<string, unknown>>
type Definitions = Readonly<Record<string, JsonSchema>>

const NESTED = '#/$defs/'
const COMPONENT = '#/components/schemas/'

const renamed = (schema: JsonSchema | undefined, rename: (name: string) => string): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === '$ref' && typeof value === 'string' && value.startsWith(NESTED)
        ? rename(value.slice(NESTED.length))
        : value,
    ),
  )

/** What a definition says, whatever it and those that it leads to are called. */
function shapeOf(name: string, definitions: Definitions): string {
  const met = [name]
  const number = (other: string) => {
    if (!met.includes(other)) met.push(other)
    return `#${met.indexOf(other)}`
  }
  const texts: string[] = []
  // It grows meanwhile.
  for (const one of met) texts.push(JSON.stringify(renamed(definitions[one], number)))
  return texts.join('\n')
}

function shapeOfJson(): string {
  const { $defs = {} } = z.toJSONSchema(z.array(z.json()))
  return shapeOf(Object.keys($defs)[0] ?? '', $defs)
}

/**
 * Moves the definitions inside a schema to those of its document, as a reference begins at the root of a document. What
 * says the same has one name, which stays when other calls come or go.
 */
export function createLift() {
  const schemas: Record<string, JsonSchema> = {}
  const json = shapeOfJson()
  const nameOf = (shape: string) =>
    shape === json ? 'JsonValue' : `Schema${createHash('sha256').update(shape).digest('hex').slice(0, 8)}`
  const lift = ({ $defs = {}, ...schema }: JsonSchema): JsonSchema => {
    const definitions = $defs as Definitions
    const names = new Map(Object.keys(definitions).map((name) => [name, nameOf(shapeOf(name, definitions))]))
    const toComponent = (name: string) => COMPONENT + names.get(name)
    for (const [name, lifted] of names) schemas[lifted] ??= renamed(definitions[name], toComponent)
    return renamed(schema, toComponent)
  }
  return { lift, schemas: schemas as Definitions }
}

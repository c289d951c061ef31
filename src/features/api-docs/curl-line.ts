import type { JsonSchema } from './print-schema.ts'

/** A value that fits a schema, with what must be there and nothing else. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first !== undefined) return sampleOf(first)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      )
    case 'array':
      return []
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && Number.isSafeInteger(schema.minimum * 2) ? schema.minimum : 1
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'email' ? 'ada@example.com' : '…'.padEnd(schema.minLength ?? 1, '…')
    default:
      return null
  }
}

/** How a caller says who it is: not at all, by the cookie of a session, or by an API key. */
export type Credential = 'none' | 'session' | 'key'

const CREDENTIALS: Readonly<Record<Credential, readonly string[]>> = {
  none: [],
  session: ['-b session.txt'],
  key: ['-H "Authorization: Bearer $FETTLE_KEY"'],
}

interface Call {
  readonly origin: string
  readonly method: string
  /** With parameters as `{name}`. */
  readonly path: string
  readonly body: JsonSchema | undefined
  readonly credential: Credential
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The curl command for a call, for a POSIX shell; parameters of the path are in capitals. */
export function curlLine({ origin, method, path, body, credential }: Call): string {
  const url = origin + path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  return [
    method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...CREDENTIALS[credential],
    ...(method === 'GET' ? [] : [`-H 'X-Requested-With: curl'`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(sampleOf(body)))}`]),
  ].join(' \\\n  ')
}

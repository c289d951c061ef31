import type { Json } from '#src/sdk/json.ts'

/** How forms of browsers write a name: HTML, "multipart form data" encoding. */
const nameOf = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

/** A line that no value holds. It depends on the request alone, so a repeated request is the same. */
function boundaryFor(key: string, values: readonly string[]): string {
  const base = `fettle-${key.replace(/[^A-Za-z0-9]/g, '').slice(-40)}`
  let boundary = base
  for (let count = 2; values.some((value) => value.includes(boundary)); count++) boundary = `${base}-${count}`
  return boundary
}

/** Text fields as multipart/form-data (RFC 7578). */
export function multipart(fields: readonly (readonly [string, Json])[], key: string): { type: string; body: string } {
  const texts = fields.map(([name, value]) => [nameOf(name), String(value)] as const)
  const boundary = boundaryFor(
    key,
    texts.flatMap((field) => [...field]),
  )
  const parts = texts.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` }
}

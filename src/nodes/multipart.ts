import type { RunFile } from '#src/sdk/define-node.ts'
import type { Json } from '#src/sdk/json.ts'

/** How forms of browsers write a name: HTML, "multipart form data" encoding. */
const nameOf = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

/** A line that no value holds. It depends on the request alone, so a repeated request is the same. */
function boundaryFor(key: string, values: readonly Uint8Array[]): string {
  const base = `fettle-${key.replace(/[^A-Za-z0-9]/g, '').slice(-40)}`
  let boundary = base
  for (let count = 2; values.some((value) => Buffer.from(value).includes(boundary)); count++)
    boundary = `${base}-${count}`
  return boundary
}

export type FormPart = readonly [name: string, value: Json | RunFile]

const isFile = (value: Json | RunFile): value is RunFile =>
  typeof value === 'object' && value !== null && 'content' in value && value.content instanceof Uint8Array

const headOf = ([name, value]: FormPart): string =>
  isFile(value)
    ? `name="${nameOf(name)}"; filename="${nameOf(value.name)}"\r\nContent-Type: ${value.type}`
    : `name="${nameOf(name)}"`

/** Fields and files as multipart/form-data (RFC 7578); text as long as there is no file. */
export function multipart(parts: readonly FormPart[], key: string): { type: string; body: string | Uint8Array } {
  const written = parts.map((part) => {
    const [, value] = part
    return { head: Buffer.from(headOf(part)), value: isFile(value) ? value.content : Buffer.from(String(value)) }
  })
  const boundary = boundaryFor(
    key,
    written.flatMap(({ head, value }) => [head, value]),
  )
  const bytes = Buffer.concat([
    ...written.flatMap(({ head, value }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; `),
      ...[head, Buffer.from('\r\n\r\n'), value, Buffer.from('\r\n')],
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const type = `multipart/form-data; boundary=${boundary}`
  return { type, body: parts.some(([, value]) => isFile(value)) ? bytes : bytes.toString() }
}

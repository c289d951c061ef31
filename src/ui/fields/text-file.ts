/** Files of a tool are text: what a browser calls by these types, or does not know. */
const TEXT_TYPES = /^$|^text\/|[/+](json|xml|yaml|x-yaml|toml|csv|javascript|x-javascript|sql|x-sh|svg\+xml|ndjson)$/

export const DEFAULT_MAX_BYTES = 1_000_000

/** 1_000_000 → "1 MB". Decimal units, as file managers show them. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${Number(size.toFixed(1))} ${unit}`
}

const tooLarge = (file: File, maxBytes: number): string | undefined =>
  file.size > maxBytes
    ? `${file.name} has ${file.size.toLocaleString('en')} bytes; at most ${byteText(maxBytes)} are allowed`
    : undefined

/** Why this file is refused, before a byte of it is read; undefined when it is welcome. */
function refusal(file: File, maxBytes: number): string | undefined {
  const problem = tooLarge(file, maxBytes)
  if (problem !== undefined) return problem
  if (!TEXT_TYPES.test(file.type)) return `${file.name} is not a text file`
  return undefined
}

/** A text that stands for the bytes of any file (`bytesMeant`), or why it is refused: too large. */
export async function readAnyFile(file: File, maxBytes: number): Promise<{ content: string } | { problem: string }> {
  const problem = tooLarge(file, maxBytes)
  if (problem !== undefined) return { problem }
  const [bytes, { textMeaning }] = await Promise.all([file.arrayBuffer(), import('#src/lib/byte-form.ts')])
  return { content: textMeaning(new Uint8Array(bytes)) }
}

/** The text of a file, or why it is refused: too large, of another kind, or not UTF-8. */
export async function readTextFile(file: File, maxBytes: number): Promise<{ content: string } | { problem: string }> {
  const problem = refusal(file, maxBytes)
  if (problem !== undefined) return { problem }
  try {
    // A byte order mark stays: it is one of the bytes that are hashed or written as Base64.
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
    // An image or an archive that calls itself text.
    if (!content.includes('\0')) return { content }
  } catch {
    // Neither is this text; letters would silently turn into others.
  }
  return { problem: `${file.name} is not a text file (UTF-8)` }
}

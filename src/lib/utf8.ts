const encoder = new TextEncoder()
// A byte order mark is a character like any other here.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text)

/** The text of UTF-8 bytes, or undefined where they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The bytes with which these files begin. */
const BEGINNINGS: readonly (readonly [hex: string, type: string])[] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
  ['255044462d', 'application/pdf'],
  ['504b0304', 'application/zip'],
  ['1f8b', 'application/gzip'],
]
const LONGEST = 8

/** What a file is by its beginning. */
export function mediaTypeOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes.subarray(0, LONGEST), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return BEGINNINGS.find(([beginning]) => hex.startsWith(beginning))?.[1] ?? 'application/octet-stream'
}

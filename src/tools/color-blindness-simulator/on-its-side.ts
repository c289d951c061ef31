const ORIENTATION = 274
const ENTRY_BYTES = 12

/**
 * Whether a camera was held upright, so that what is drawn is as wide as the file says it is high: orientations 5 to 8 of
 * the first directory (Exif 2.32, section 4.6.4). The segment is that of APP1 without its marker and length.
 */
export function isOnItsSide(segment: Uint8Array): boolean {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength)
  if (segment.length < 14 || view.getUint32(0) !== 0x45_78_69_66) return false
  const isLittle = view.getUint16(6) === 0x49_49
  const directory = 6 + view.getUint32(10, isLittle)
  if (directory + 2 > segment.length) return false
  const entries = view.getUint16(directory, isLittle)
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > segment.length) return false
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue
    const orientation = view.getUint16(at + 8, isLittle)
    return orientation >= 5 && orientation <= 8
  }
  return false
}

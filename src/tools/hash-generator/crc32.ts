const REVERSED_POLYNOMIAL = 0xedb88320

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ REVERSED_POLYNOMIAL : rest >>> 1
  return rest
})

/** CRC-32 of ISO/IEC 3309, as in ZIP, gzip, PNG and Ethernet; four bytes, the highest first. */
export function crc32(bytes: Uint8Array): Uint8Array {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0)
  const sum = new Uint8Array(4)
  new DataView(sum.buffer).setUint32(0, ~rest >>> 0)
  return sum
}

import { inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50

/** The files of a ZIP by their paths, read through its central directory (PKWARE APPNOTE 6.3.10, section 4.3). */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('the ZIP does not end as one')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('the directory of the ZIP is damaged')
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(begin, begin + size)
    const packed = zip.readUInt16LE(at + 10) === 8
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      (packed ? inflateRawSync(content) : content).toString('utf8'),
    )
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

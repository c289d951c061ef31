import { isOnItsSide } from './on-its-side.ts'

interface Found {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp'
  readonly width: number
  readonly height: number
}

const isAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))

/**
 * JPEG, ITU-T T.81, annex B: the frame header is the first of SOF0 to SOF15, of which three are other segments. Browsers
 * turn a picture as its camera was held, so its size is that of what they draw.
 */
function sizeOfJpeg(bytes: Uint8Array, view: DataView): Found | undefined {
  let at = 2
  let turned = false
  while (at + 9 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const [high, wide] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return turned ? { type: 'jpeg', height: wide, width: high } : { type: 'jpeg', height: high, width: wide }
    }
    const end = at + 2 + view.getUint16(at + 2)
    if (marker === 0xe1) turned ||= isOnItsSide(bytes.subarray(at + 4, end))
    at = end
  }
  return undefined
}

/** RFC 9649, section 2: lossy, lossless and extended. */
function sizeOfWebp(bytes: Uint8Array, view: DataView): Found | undefined {
  const type = 'webp'
  if (isAt(bytes, 12, 'VP8 '))
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (isAt(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const three = (at: number) => view.getUint16(at, true) + (bytes[at + 2] ?? 0) * 65_536 + 1
  return isAt(bytes, 12, 'VP8X') ? { type, width: three(24), height: three(27) } : undefined
}

function read(bytes: Uint8Array): Found | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a'))
    return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (isAt(bytes, 0, '\xff\xd8\xff')) return sizeOfJpeg(bytes, view)
  if (isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP')) return sizeOfWebp(bytes, view)
  return undefined
}

/** What its first bytes say of an image; undefined where they say nothing. */
export function imageSize(bytes: Uint8Array): Found | undefined {
  // The shortest of these headers ends within it.
  if (bytes.length < 30) return undefined
  const found = read(bytes)
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined
}

const CHARSET = /;\s*charset\s*=\s*"?([\w!#$%&'*+.^`|~:-]+)/i
/** application/xml, and whatever ends in +xml. */
const XML_TYPE = /^[^;]*[/+]xml\s*(;|$)/i
const XML_PROLOG = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/
const MOST_OF_PROLOG = 1024
const UTF_16 = /^utf-?16|^ucs-2$|^unicode/i

type Decoder = InstanceType<typeof TextDecoder>

const starts = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, place) => bytes[place] === byte)

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be'
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le'
  return starts(bytes, 0xef, 0xbb, 0xbf) ? 'utf-8' : undefined
}

/** What XML says of itself. In UTF-16 this could not be read, so that is never true. */
function prologCharset(bytes: Uint8Array): string | undefined {
  const said = XML_PROLOG.exec(Buffer.from(bytes.subarray(0, MOST_OF_PROLOG)).toString('latin1'))?.[1]
  return said === undefined || UTF_16.test(said) || createDecoder(said) === undefined ? undefined : said
}

function createDecoder(label: string, options?: { fatal: boolean }): Decoder | undefined {
  try {
    return new TextDecoder(label, options)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Reads the text of a message in the character set that it declares, or else in UTF-8; undefined for a name that is
 * none of the WHATWG Encoding Standard. XML may name it itself: RFC 7303, section 3.2.
 */
export function textDecoderFor(bytes: Uint8Array, contentType = '', options?: { fatal: boolean }): Decoder | undefined {
  const said = CHARSET.exec(contentType)?.[1]
  const mark = byteOrderMark(bytes)
  const isXml = XML_TYPE.test(contentType)
  // RFC 2781, section 3.2: the mark says which of the two UTF-16 is.
  if (mark !== undefined && (isXml || said?.toLowerCase() === 'utf-16')) return createDecoder(mark, options)
  return createDecoder(said ?? (isXml ? prologCharset(bytes) : undefined) ?? 'utf-8', options)
}

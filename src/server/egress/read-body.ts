import type { IncomingMessage } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { textDecoderFor } from '#src/lib/charset.ts'
import type { HttpRequest } from '#src/sdk/define-node.ts'
import type { BudgetReader } from './byte-budget.ts'
import { badResponse, expandsTooFar, tooLarge } from './egress-error.ts'

/** The ratio counts only from here on: a short answer may well be all spaces. */
const RATIO_FROM_BYTES = 1_000_000
const MAX_RATIO = 200

type Decoder = Transform & { readonly bytesWritten: number }

const DECODERS: Readonly<Record<string, () => Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
/** Error codes of zlib and Brotli: the packed data is wrong. */
const UNPACKING = /^Z_|^ERR__|BROTLI/

function decoderFor({ headers }: IncomingMessage): Decoder | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return undefined
  const create = DECODERS[encoding]
  if (create === undefined) throw badResponse(`The answer is packed in an unknown way: ${encoding}`)
  return create()
}

type Limits = Pick<Reading, 'maxBytes' | 'room'>

/** `decoder` is what `source` comes out of, if anything. */
async function collect(source: AsyncIterable<Buffer>, { maxBytes, room }: Limits, decoder?: Decoder): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    const packed = decoder?.bytesWritten ?? size
    if (Math.max(size, packed) > maxBytes) throw tooLarge(maxBytes)
    if (size > RATIO_FROM_BYTES && size > packed * MAX_RATIO) throw expandsTooFar(MAX_RATIO)
    await room?.take(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function unpack(response: IncomingMessage, decoder: Decoder, limits: Limits): Promise<Buffer> {
  // An error reaches us through the stream that is read; the callback is there because one is demanded.
  const unpacked = pipeline(response, decoder, () => {})
  try {
    const bytes = await collect(unpacked, limits, decoder)
    // Data behind the end of the packed part is read by nobody and would keep the connection for ever.
    if (!response.complete) response.destroy()
    return bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNPACKING.test(String(error.code)))
      throw badResponse('The answer could not be unpacked', error)
    throw error
  }
}

function textOf(bytes: Uint8Array, { headers }: IncomingMessage): string {
  const decoder = textDecoderFor(bytes, headers['content-type']) ?? new TextDecoder()
  return decoder.decode(bytes)
}

interface Reading {
  /** Of the request. */
  readonly method: string
  readonly maxBytes: number
  readonly responseType: HttpRequest['responseType']
  /** Where all answers that are being read share a budget. */
  readonly room?: BudgetReader | undefined
}

const hasBody = (method: string, { statusCode }: IncomingMessage): boolean =>
  method !== 'HEAD' && statusCode !== 204 && statusCode !== 304

/**
 * Reads and unpacks the body, as text in its charset or as Base64. Holds no more than `maxBytes` and a chunk.
 * Throws EGRESS_TOO_LARGE, EGRESS_RESPONSE, or what the connection throws.
 */
export async function readBody(
  response: IncomingMessage,
  { method, maxBytes, responseType = 'text', room }: Reading,
): Promise<string> {
  if (!hasBody(method, response)) {
    response.resume()
    return ''
  }
  if (Number(response.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
  const decoder = decoderFor(response)
  const limits = { maxBytes, room }
  const bytes = await (decoder ? unpack(response, decoder, limits) : collect(response, limits))
  return responseType === 'base64' ? bytes.toString('base64') : textOf(bytes, response)
}

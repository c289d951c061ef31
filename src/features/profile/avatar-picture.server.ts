import { invalidInput } from '#src/server/http/app-error.ts'

const SIDE = 256
/** What a camera makes; a file that says more is meant to fill our memory. */
const MAX_PIXELS = 50_000_000

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(PNG),
  (bytes) => bytes.subarray(0, 3).equals(JPEG),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

const notAPicture = () => invalidInput([{ field: 'file', message: 'Choose a JPEG, PNG or WebP picture' }])
const tooManyPixels = () => invalidInput([{ field: 'file', message: 'This picture has more than 50 million pixels' }])
const isMoving = () => invalidInput([{ field: 'file', message: 'Choose a picture that does not move' }])

/** One after the other: a picture of 50 million pixels takes much memory while it is read. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/**
 * A picture of our own making: WebP, 256 × 256 pixels, cut from the middle, upright, without what the file said about
 * place and time. Throws INVALID_INPUT at `file` for anything that is not a still JPEG, PNG or WebP.
 */
export async function toAvatar(bytes: Buffer): Promise<Buffer> {
  if (!SIGNATURES.some((fits) => fits(bytes))) throw notAPicture()
  // Loaded by the first picture: most processes never need it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return inTurn(async () => {
    // Of the header alone, so that its size is no danger yet.
    const {
      width,
      height,
      pages = 1,
    } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw notAPicture()
      })
    if (width * height > MAX_PIXELS) throw tooManyPixels()
    if (pages > 1) throw isMoving()
    return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => {
        throw notAPicture()
      })
  })
}

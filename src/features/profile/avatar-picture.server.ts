import { invalidInput } from '#src/server/http/app-error.ts'
import { drawAnew, UnreadablePicture } from '#src/server/pictures/read-picture.ts'

const SIDE = 256

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

/**
 * A picture of our own making: WebP, 256 × 256 pixels, cut from the middle, upright, without what the file said about
 * place and time. Throws INVALID_INPUT at `file` for anything that is not a still JPEG, PNG or WebP.
 */
export async function toAvatar(bytes: Buffer): Promise<Buffer> {
  if (!SIGNATURES.some((fits) => fits(bytes))) throw notAPicture()
  return drawAnew(bytes, (picture, { pages = 1 }) => {
    if (pages > 1) throw isMoving()
    return picture.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 })
  }).catch((error: unknown) => {
    if (!(error instanceof UnreadablePicture)) throw error
    throw error.reason === 'too-many-pixels' ? tooManyPixels() : notAPicture()
  })
}

import type { Metadata, Sharp } from 'sharp'
import { unavailable } from '#src/server/http/app-error.ts'

/** What a camera makes; a file that says more is meant to fill our memory. */
const MAX_PIXELS = 50_000_000
/** A small file can say how to compute for hours. */
const MAX_SECONDS = 10
/** Strangers send pictures too: they do not hold everybody else up for long. */
const MAX_WAITING = 8
const COME_AGAIN_IN_SECONDS = 5

export class UnreadablePicture extends Error {
  readonly reason: 'no-picture' | 'too-many-pixels'

  constructor(reason: UnreadablePicture['reason']) {
    super(`Unreadable picture: ${reason}`)
    this.reason = reason
  }
}

const noPicture = () => new UnreadablePicture('no-picture')

/** One after the other: a picture of 50 million pixels takes much memory while it is read. */
let last: Promise<unknown> = Promise.resolve()
let inLine = 0
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inLine > MAX_WAITING)
    throw unavailable(
      `Too many pictures are being read. Try again in ${COME_AGAIN_IN_SECONDS} s.`,
      COME_AGAIN_IN_SECONDS,
    )
  inLine += 1
  const turn = last.then(work).finally(() => {
    inLine -= 1
  })
  last = turn.catch(() => {})
  return turn
}

interface Reading {
  /** All pictures of one that moves, not only the first. */
  readonly withAllFrames?: boolean
}

/**
 * Draws a picture of somebody else's anew: nothing of the file goes on but what is seen, neither what it said about place
 * and time nor what hid behind it. Throws UnreadablePicture for what is no picture, to its end,
 * and 503 when too many wait.
 */
export async function drawAnew(
  bytes: Uint8Array,
  draw: (picture: Sharp, about: Metadata) => Sharp,
  { withAllFrames = false }: Reading = {},
): Promise<Buffer> {
  // Loaded by the first picture: most processes never need it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return inTurn(async () => {
    // Of the header alone, so that its size is no danger yet.
    const about = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw noPicture()
      })
    const frames = withAllFrames ? (about.pages ?? 1) : 1
    if (about.width * about.height * frames > MAX_PIXELS) throw new UnreadablePicture('too-many-pixels')
    const picture = sharp(bytes, {
      ...{ limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, animated: withAllFrames },
    })
    return draw(picture, about)
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
      .catch(() => {
        throw noPicture()
      })
  })
}

import type { Sharp } from 'sharp'
import { drawAnew, UnreadablePicture } from './read-picture.ts'

const encoders = {
  'image/jpeg': (picture: Sharp) => picture.jpeg({ quality: 90 }),
  'image/png': (picture: Sharp) => picture.png(),
  'image/gif': (picture: Sharp) => picture.gif(),
  'image/webp': (picture: Sharp) => picture.webp({ quality: 90 }),
}
export type PictureType = keyof typeof encoders

export const isPictureType = (type: string): type is PictureType => Object.hasOwn(encoders, type)

/**
 * The same picture in a file of our own making, of the same type and upright; one that moves still moves. Throws
 * UnreadablePicture for a file of another type, whatever it calls itself.
 */
export const redraw = (bytes: Uint8Array, type: PictureType): Promise<Buffer> =>
  drawAnew(
    bytes,
    (picture, { format, pages = 1 }) => {
      if (`image/${format}` !== type) throw new UnreadablePicture('no-picture')
      // The library turns no picture that moves.
      return encoders[type](pages > 1 ? picture : picture.autoOrient())
    },
    { withAllFrames: true },
  )

import { Transform } from 'node:stream'

const PRELOAD = '<link rel="modulepreload" '
const LATER = '<link rel="modulepreload" fetchpriority="low" '

/**
 * Lets the code of a page wait for its text: browsers fetch module preloads before anything that is not the style
 * sheet, and on a slow line a hundred kilobytes of code kept the first paint waiting for a second. The router offers
 * no attribute for it.
 */
export function lowPriorityModules(): Transform {
  let kept = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // One character for each byte, as a chunk may end inside of a letter.
      const text = kept + chunk.toString('latin1')
      const start = text.lastIndexOf('<')
      const isCut = start !== -1 && text.length - start < PRELOAD.length && PRELOAD.startsWith(text.slice(start))
      kept = isCut ? text.slice(start) : ''
      done(null, Buffer.from((isCut ? text.slice(0, start) : text).replaceAll(PRELOAD, LATER), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(kept, 'latin1'))
    },
  })
}

import { Transform } from 'node:stream'

const PRELOAD = '<link rel="modulepreload" '

/** Pages that are read before they are used: the landing page, the list, a tool, a profile. Forms come with their code. */
const READ_FIRST = /^\/($|explore$|fxn\/|creators\/)/

export const isReadFirst = (pathname: string): boolean => READ_FIRST.test(pathname)

/** Text of a page, all of which begin with an angle bracket, and what is sent in its place. */
type Replacements = ReadonlyMap<string, string>

/**
 * Lets the code of a page wait for its text: browsers fetch module preloads before anything that is not the style
 * sheet, and on a slow line a hundred kilobytes of code kept the first paint waiting for a second. The router offers
 * no attribute for it. Somebody who is signed in mostly has the code already, and pages that need it to show anything.
 */
export const lowPriorityModules = (): Transform =>
  replacing(new Map([[PRELOAD, '<link rel="modulepreload" fetchpriority="low" ']]))

/** Lets the code wait until the page has been painted; START_LATE_MODULES has to be in the page. */
export const lateModules = (nonce: string): Transform =>
  replacing(
    new Map([
      [PRELOAD, '<link rel="later" '],
      [`<script nonce="${nonce}" type="module" async="">`, `<script nonce="${nonce}" type="later" async="">`],
    ]),
  )

/** Nobody paints a page in the background, and a browser may keep the moment to itself. */
const PAINTED_WITHIN_MS = 1000

/** A script is read once, when it comes into the page with a type that is known: hence out of it and in again. */
export const START_LATE_MODULES = `(() => {
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const code = document.querySelector('script[type=later]')
    const { parentNode, nextSibling } = code
    code.remove()
    code.type = 'module'
    parentNode.insertBefore(code, nextSibling)
  }
  const saysWhenPainted = window.PerformanceObserver?.supportedEntryTypes?.includes('paint')
  if (document.hidden || !saysWhenPainted) return start()
  const paints = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start()
  })
  paints.observe({ type: 'paint', buffered: true })
  setTimeout(start, ${PAINTED_WITHIN_MS})
})()`

function replacing(replacements: Replacements): Transform {
  const wanted = [...replacements.keys()]
  const longest = Math.max(...wanted.map((one) => one.length))
  let kept = ''
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // One character for each byte, as a chunk may end inside of a letter.
      const text = kept + chunk.toString('latin1')
      const start = text.lastIndexOf('<')
      const last = start === -1 || text.length - start >= longest ? '' : text.slice(start)
      kept = last !== '' && wanted.some((one) => one.length > last.length && one.startsWith(last)) ? last : ''
      done(null, Buffer.from(replaced(text.slice(0, text.length - kept.length), replacements), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.from(kept, 'latin1'))
    },
  })
}

const replaced = (text: string, replacements: Replacements): string =>
  [...replacements].reduce((so, [from, to]) => so.replaceAll(from, to), text)

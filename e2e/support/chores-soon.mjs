import { registerHooks } from 'node:module'

// Loaded before Fettle: what looks after its money by the clock comes by every second.
const REPEAT = new URL('../../src/engine/repeat.ts', import.meta.url).href
const SOON = new URL('repeat-soon.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return found.url === REPEAT && context.parentURL !== SOON ? { ...found, url: SOON } : found
  },
})

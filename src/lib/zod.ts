import { z } from 'zod'

// Zod probes `new Function` when the first object schema is built; a strict CSP reports that.
if ('document' in globalThis) z.config({ jitless: true })

export { z }

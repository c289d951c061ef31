import { z } from 'zod'
import { plainMessage } from './zod-messages.ts'

// Zod probes `new Function` when the first object schema is built; a strict CSP reports that.
if ('document' in globalThis) z.config({ jitless: true })

z.config({ localeError: plainMessage })

export { z }

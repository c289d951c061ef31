import { createHash } from 'node:crypto'
import { foldWords } from '#src/lib/search-words.ts'
import type { Signer } from '#src/server/crypto/signer.ts'
import type { Db } from '#src/server/database.ts'
import { invalidInput } from '#src/server/http/app-error.ts'
import { limitAddressWith, limitAllWith } from '#src/server/http/guards.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type Route, route } from '#src/server/http/route.ts'
import { countVoice } from './tool-requests.queries.ts'
import { toolRequestsContract } from './tool-requests.schema.ts'

interface ToolRequestsDeps {
  readonly db: Db
  readonly limiter: Limiter
  readonly signer: Signer
}

export function toolRequestRoutes({ db, limiter, signer }: ToolRequestsDeps): Route[] {
  const limit = limitAddressWith(limiter)
  const limitAll = limitAllWith(limiter)
  // Under our key, so that nobody finds the address by trying all that there are.
  const hidden = (text: string) => createHash('sha256').update(signer.sign(text)).digest()
  return [
    route(
      toolRequestsContract.request,
      [limit('20/h', 'tool request'), limitAll('120/min', 'tool request')],
      async ({ body: { query }, viewer, address }) => {
        const words = foldWords(query).join(' ')
        if (words === '') throw invalidInput([{ field: 'query', message: 'Say in words what the tool should do' }])
        return { count: await countVoice(db, { words, typed: query, who: hidden(viewer?.id ?? address) }) }
      },
    ),
  ]
}

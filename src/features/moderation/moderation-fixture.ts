import type { TestApp, TestBrowser } from '#src/app/test-app.ts'
import { tileContent } from '#src/features/creator-tools/test-content.ts'
import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import type { Sandbox } from '#src/sandbox/sandbox.ts'
import type { ModerationCase } from './moderation.schema.ts'

const PATH = '/api/admin/moderation'

/** What a moderator does, through the API. */
export const atTheQueue = (moderator: TestBrowser) => {
  const listed = async (query: string): Promise<ModerationCase[]> =>
    (await moderator.get(`${PATH}${query}`)).body.cases as ModerationCase[]
  return {
    listed,
    /** The only open case of this kind. */
    async theCase(kind: ModerationCase['kind']): Promise<ModerationCase> {
      const [only, ...more] = await listed(`?kind=${kind}`)
      if (only === undefined || more.length > 0) throw new Error(`not one case of kind ${kind}: ${more.length}`)
      return only
    },
    decide: ({ id, revision }: Pick<ModerationCase, 'id' | 'revision'>, judgement: object) =>
      moderator.post(`${PATH}/${id}/decide`, { revision, ...judgement }),
    reopen: ({ id }: Pick<ModerationCase, 'id'>) => moderator.post(`${PATH}/${id}/reopen`),
    lookAt: async (tool: string) => (await moderator.post(`${PATH}/tools`, { tool })).body.case as ModerationCase,
  }
}

/** What the log has about this, the oldest first. */
export async function auditedOf({ database: { pool } }: TestApp, target: string): Promise<[string | null, string][]> {
  const { rows } = await pool.query('select actor_id, action from audit_entry where target = $1 order by seq', [target])
  return rows.map(({ actor_id, action }) => [actor_id, action])
}

export const codeOf = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) => [
  status,
  (body.error as { code: string } | undefined)?.code,
]

/** Colours of the forest, so that no listing reads like the one before. */
const NAMES = ['Amber', 'Moss', 'Fern', 'Bark', 'Clover', 'Heather', 'Juniper', 'Lichen', 'Walnut', 'Saffron']
let tools = 0

interface Publication {
  readonly id: string
  readonly held: boolean
}

async function publish(creator: TestBrowser, id: string, changelog: string): Promise<Publication> {
  const answer = await creator.post(`/api/tools/${id}/publish`, { changelog })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return { id, held: Boolean(answer.body.held) }
}

/** Publishes a tool as its creator does; the app needs `tilesSandbox`. */
export async function published(
  creator: TestBrowser,
  more: Partial<ToolContent> = {},
  changelog = 'First version',
): Promise<Publication> {
  const name = NAMES[tools++ % NAMES.length] ?? ''
  const title = `${name} ${tools}`
  const description = `${name} for ${name} ${tools} with ${tools} left.`
  const { body } = await creator.post('/api/tools', { content: { ...tileContent, title, description, ...more } })
  return publish(creator, (body.draft as { id: string }).id, changelog)
}

/** Its next version, with these changes. */
export async function publishedAgain(creator: TestBrowser, id: string, changes: Partial<ToolContent>) {
  const draft = (await creator.get(`/api/tools/${id}/draft`)).body.draft as { content: ToolContent; revision: number }
  await creator.send('PUT', `/api/tools/${id}/draft`, { ...draft.content, ...changes, revision: draft.revision })
  return publish(creator, id, 'The next version')
}

/** Gives what the example of the tiles says. */
export const tilesSandbox: Sandbox = {
  run: async () => ({ ok: true, outputs: { tiles: 24 } }),
  stop: async () => undefined,
}

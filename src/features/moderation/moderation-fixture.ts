import type { TestApp, TestBrowser } from '#src/app/test-app.ts'
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

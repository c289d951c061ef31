import { z } from '#src/lib/zod.ts'

/** A workflow without a webhook, or a form, has no path. */
const HookPath = z
  .string()
  .nullish()
  .transform((path) => path ?? '')
const Created = z.object({ workflow: z.object({ id: z.string(), hookPath: HookPath, formPath: HookPath }) })
const Listed = z.object({ executions: z.array(z.object({ id: z.string(), status: z.string() })) })
const Shown = z.object({
  execution: z.object({
    status: z.string(),
    output: z.unknown(),
    steps: z.array(z.object({ key: z.string(), status: z.string(), output: z.unknown() })),
  }),
})

/** One signed-in person, as the browser client calls the API. The session outlives a restart. */
export interface ApiSession {
  /** With these a call is that person’s, at whichever process. */
  readonly headers: Readonly<Record<string, string>>
  publish(name: string, graph: object): Promise<{ id: string; hookPath: string; formPath: string }>
  /** As it is now, again. */
  publishAgain(workflowId: string): Promise<void>
  unpublish(workflowId: string): Promise<void>
  /** The newest first. */
  executions(workflowId: string): Promise<z.infer<typeof Listed>['executions']>
  execution(id: string): Promise<z.infer<typeof Shown>['execution']>
  cancel(executionId: string): Promise<void>
}

export async function register(url: string): Promise<ApiSession> {
  const headers: Record<string, string> = { 'x-requested-with': 'e2e' }
  const json = { 'content-type': 'application/json' }
  async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const content = body && { headers: { ...headers, ...json }, body: JSON.stringify(body) }
    const answer = await fetch(url + path, { method, headers, ...content })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse 42' }
  const registered = await send('POST', '/api/register', account)
  headers.cookie = (registered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const read = async (method: 'GET' | 'POST', path: string, body?: object) => (await send(method, path, body)).json()
  return {
    headers,
    async publish(name, graph) {
      const { workflow } = Created.parse(await read('POST', '/api/workflows', { name, graph }))
      await send('POST', `/api/workflows/${workflow.id}/publish`, {})
      return workflow
    },
    async publishAgain(id) {
      await send('POST', `/api/workflows/${id}/publish`, {})
    },
    async unpublish(id) {
      await send('POST', `/api/workflows/${id}/unpublish`)
    },
    executions: async (id) => Listed.parse(await read('GET', `/api/workflows/${id}/executions`)).executions,
    async cancel(id) {
      await send('POST', `/api/executions/${id}/cancel`)
    },
    execution: async (id) => Shown.parse(await read('GET', `/api/executions/${id}`)).execution,
  }
}

import type { AppProcess } from './app-process.ts'
import { register, type Visit } from './browser.ts'

/** What an account has after its starter workflow was called twice. */
export interface Account {
  readonly workflowId: string
  readonly hookPath: string
  readonly succeeded: string
  readonly failed: string
}

/** Calls the API with the cookies of this browser, as our own client does. */
export async function ask<Answer>({ page }: Visit, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await page.evaluate(
    async (call) => {
      const response = await fetch(call.path, {
        method: call.method,
        headers: { 'x-requested-with': 'e2e', ...(call.body !== null && { 'content-type': 'application/json' }) },
        ...(call.body !== null && { body: call.body }),
      })
      return { status: response.status, text: await response.text() }
    },
    { method, path, body: body === undefined ? null : JSON.stringify(body) },
  )
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return JSON.parse(answer.text) as Answer
}

/** Registers in this browser and calls the starter's webhook once as it should be and once without a bill. */
export async function openAccount(someone: Visit, app: AppProcess, email: string): Promise<Account> {
  await someone.page.goto(app.url)
  await register(someone, app.url, email)
  const { workflows } = await ask<{ workflows: [{ id: string }] }>(someone, 'GET', '/api/workflows')
  const workflowId = workflows[0].id
  const path = `/api/workflows/${workflowId}`
  const { workflow } = await ask<{ workflow: { hookPath: string } }>(someone, 'GET', path)
  const call = (body: object) =>
    fetch(app.url + workflow.hookPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await call({ bill: 84.5, people: 3 })
  await call({ bil: 'much' })
  const { executions } = await ask<{ executions: [{ id: string }, { id: string }] }>(
    someone,
    'GET',
    `${path}/executions`,
  )
  return { workflowId, hookPath: workflow.hookPath, failed: executions[0].id, succeeded: executions[1].id }
}

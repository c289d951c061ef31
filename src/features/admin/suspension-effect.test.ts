import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'
import { aTool } from '#src/features/checkout/checkout-fixture.ts'
import { atTheQueue } from '#src/features/moderation/moderation-fixture.ts'
import { aRanked } from './admin-fixture.ts'
import type { SuspensionEffect } from './people.schema.ts'
import { effectWords } from './suspension-effect.ts'

test('an admin reads how many tools, buyers and workflows a suspension concerns', () => {
  expect(effectWords({ tools: 3, buyers: 1200, workflows: 2 })).toEqual([
    '3 tools leave the catalogue; nobody else can run or buy them.',
    '1,200 people bought some of their tools and keep using what they bought. Hide or remove a tool that does harm: that ends it for buyers too.',
    '2 published workflows of others stop at a tool of theirs that was not bought.',
  ])
  expect(effectWords({ tools: 1, buyers: 1, workflows: 1 })).toEqual([
    '1 tool leaves the catalogue; nobody else can run or buy it.',
    '1 person bought some of their tools and keeps using what they bought. Hide or remove a tool that does harm: that ends it for buyers too.',
    '1 published workflow of others stops at a tool of theirs that was not bought.',
  ])
  expect(effectWords({ tools: 0, buyers: 0, workflows: 0 })).toEqual([
    'No tool of theirs is in the catalogue.',
    'Nobody has bought a tool of theirs.',
    'No published workflow of others stops.',
  ])
})

let fettle: TestApp
let admin: Person
let creator: Person
let other: Person
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
})
afterAll(() => fettle.stop())
beforeEach(async () => {
  ;[creator, other] = [await fettle.aPerson(), await fettle.aPerson()]
})

const sql = (text: string, values: unknown[]) => fettle.database.pool.query(text, values)
const effect = async () =>
  (await admin.get(`/api/admin/people/${creator.id}/suspension-effect`)).body as unknown as SuspensionEffect
const buy = (tool: string) =>
  sql(
    `insert into sale (id, buyer_id, tool_id, creator_id, amount, creator_share, livemode, provider, status, paid_at)
     values (gen_random_uuid(), $1, $2, $3, 999, 700, false, 'embedded', 'paid', now())`,
    [other.id, tool, creator.id],
  )
const decide = async (tool: string, decision: 'hide' | 'remove') => {
  const queue = atTheQueue(admin)
  const { status } = await queue.decide(await queue.lookAt(tool), { decision, ground: 'spam', reason: 'It sells.' })
  expect(status).toBe(200)
}

/** A published workflow with a step that uses a tool, and one that does not. */
async function aWorkflowOf(owner: Person, tool: string, step: object = {}): Promise<string> {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config: {} },
      { id: 'b', key: 'double', type: 'tool', name: 'Double', config: { tool }, ...step },
      { id: 'c', key: 'note', type: 'set', name: 'Note' },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
    ],
  }
  const { workflow } = (await owner.post('/api/workflows', { name: 'Double', graph })).body as {
    workflow: { id: string }
  }
  expect((await owner.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  return workflow.id
}

test('only what is published leaves the catalogue, and only what outlasts the suspension counts as bought', async () => {
  const [sold, hidden, removed, unread, withheld] = await Promise.all(
    Array.from({ length: 5 }, () => aTool(fettle, creator, { cents: 999 })),
  )
  if (!sold || !hidden || !removed || !unread || !withheld) throw new Error('five tools')
  await buy(hidden)
  await buy(removed)
  expect(await effect()).toEqual({ tools: 5, buyers: 1, workflows: 0 })
  await decide(hidden, 'hide')
  await decide(removed, 'remove')
  expect(await effect()).toEqual({ tools: 3, buyers: 0, workflows: 0 })

  await buy(unread)
  const { id: caseId } = await atTheQueue(admin).lookAt(unread)
  await sql(`insert into tool_hold (tool_id, cause, case_id) values ($1, 'first-look', $2)`, [unread, caseId])
  await sql(`update tool set status = 'hidden' where id = $1`, [unread])
  expect(await effect()).toEqual({ tools: 2, buyers: 0, workflows: 0 })

  await buy(withheld)
  const { id: about } = await atTheQueue(admin).lookAt(withheld)
  await sql(
    `insert into case_version (case_id, tool_id, version, round, withheld) values ($1, $2, 1, 1, true)
     on conflict (case_id, version) do update set withheld = true`,
    [about, withheld],
  )
  expect(await effect()).toEqual({ tools: 2, buyers: 0, workflows: 0 })

  await buy(sold)
  await sql(`update tool set status = 'deleted' where id = $1`, [sold])
  expect(await effect()).toEqual({ tools: 1, buyers: 1, workflows: 0 })
})

test('a workflow counts while it is published and a step that is on uses a tool that leaves the catalogue', async () => {
  const tool = await aTool(fettle, creator, {})
  await aWorkflowOf(creator, tool)
  await aWorkflowOf(other, tool, { disabled: true })
  expect((await effect()).workflows).toBe(0)
  const [paused, gone] = [await aWorkflowOf(other, tool), await aWorkflowOf(other, tool)]
  expect((await effect()).workflows).toBe(2)
  expect((await other.post(`/api/workflows/${paused}/unpublish`, {})).status).toBe(200)
  expect((await effect()).workflows).toBe(1)
  expect((await other.send('DELETE', `/api/workflows/${gone}`)).status).toBe(200)
  expect((await effect()).workflows).toBe(0)
  await aWorkflowOf(other, tool)
  expect((await effect()).workflows).toBe(1)
  await decide(tool, 'hide')
  expect((await effect()).workflows).toBe(0)
})

test('a step names a tool by a slug that it had before, too', async () => {
  const tool = await aTool(fettle, creator, {})
  const slug = `doubled-${tool}`
  await sql('insert into former_slug (slug, tool_id) values ($1, $2)', [slug, tool])
  await aWorkflowOf(other, slug)
  expect((await effect()).workflows).toBe(1)
})

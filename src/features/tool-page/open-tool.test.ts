import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#src/app/test-app.ts'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { loadTool } from '#src/features/tool-runs/load-tool.ts'
import { runTool } from '#src/sdk/run-tool.ts'
import { tools } from '#src/tools/index.ts'
import { openTool } from './open-tool.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const isSomething = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== '' && value !== null

test.each(Object.keys(tools))('%s opens with a result of its first example', async (slug) => {
  const fxn = (await fettle.visitor().get(`/api/tools/${slug}`)).body.fxn as Fxn
  const { outputs, values } = await openTool(fxn)
  // What chance decides waits for the button.
  expect(outputs !== undefined).toBe(fxn.inputConfig.live)
  const outcome = runTool(await loadTool(slug), values)
  if (!outcome.ok) throw new Error(outcome.error.message)
  const [primary = ''] = Object.keys(fxn.outputSchema)
  const shown = outcome.outputs[primary] ?? outcome.outputs.json ?? outcome.outputs.matches
  expect(isSomething(shown), JSON.stringify(outcome.outputs)).toBe(true)
})

import { expect, test } from 'vitest'
import type { JsonObject } from '#src/sdk/json.ts'
import { parseAndRun } from './test-context.ts'
import { createToolNode } from './tool.node.ts'

const tool = createToolNode({ isPureTool: (slug) => slug === 'tip-calculator' })

test.each([
  [{ tool: 'tip-calculator' }, 'pure'],
  [{ tool: 'somebodys-tool' }, 'read'],
  [{ tool: '{{ trigger.tool }}' }, 'read'],
  [{}, 'read'],
])('the effect of %j is %s', (config: JsonObject, effect) => {
  expect(typeof tool.effect === 'function' && tool.effect(config)).toBe(effect)
})

test.each([
  [{ tool: 'tip-calculator', input: { bill: 84.5 } }, ['tip-calculator', { bill: 84.5 }, {}]],
  [{ tool: 'tip-calculator', version: 3 }, ['tip-calculator', {}, { version: 3 }]],
])('%j runs the tool and gives its outputs', async (config, call) => {
  const runTool = async (...called: unknown[]) => ({ called: called as string[] })
  expect(await parseAndRun(tool, config, { runTool })).toEqual({ output: { called: call } })
})

test.each([
  [{}, 'tool'],
  [{ tool: '' }, 'tool'],
  [{ tool: 'a', version: 0 }, 'version'],
  [{ tool: 'a', input: [] }, 'input'],
])('%j is refused', (config, path) => {
  expect(tool.config.safeParse(config).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

import { expect, test } from 'vitest'
import type { Tool } from '#src/sdk/index.ts'
import { tools } from '#src/tools/index.ts'
import { wrongBuiltIns } from './built-ins.server.ts'

const tip = await tools['tip-calculator']?.()
const heard: string[] = []
const onError = (slug: string, error: unknown) => void heard.push(`${slug} ${(error as Error).message}`)
const broken = (run: Tool['run']) => () => Promise.resolve({ ...tip, run } as Tool)

test('the first example of each built-in tool comes out', { timeout: 120_000 }, async () => {
  expect(await wrongBuiltIns(tools, onError)).toEqual([])
  expect(heard).toEqual([])
})

test('one that gives something else, that throws or that cannot be had is named, and the others are asked', async () => {
  const asked = {
    other: broken(() => ({ tip: 1 })),
    throws: broken(() => {
      throw new Error('no')
    }),
    missing: () => Promise.reject(new Error('not there')),
    'tip-calculator': () => Promise.resolve(tip as Tool),
  }
  expect(await wrongBuiltIns(asked, onError)).toEqual(['other', 'throws', 'missing'])
  expect(heard).toEqual(['throws no', 'missing not there'])
})

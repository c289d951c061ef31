import { expect, test } from 'vitest'
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

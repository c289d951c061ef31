import { expect, test } from 'vitest'
import { handOver, takeHandedOver } from './hand-over.ts'

test('inputs reach the tool that they are for, once', () => {
  handOver('json-formatter', { json: '{}' })
  expect(takeHandedOver('json-formatter')).toEqual({ json: '{}' })
  expect(takeHandedOver('json-formatter')).toBe(undefined)
})

test('another tool does not get them, and they are gone', () => {
  handOver('jwt-decoder', { token: 'a.b.c' })
  expect(takeHandedOver('json-formatter')).toBe(undefined)
  expect(takeHandedOver('jwt-decoder')).toBe(undefined)
})

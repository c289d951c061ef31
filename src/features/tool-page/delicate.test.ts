import { expect, test } from 'vitest'
import { isDelicate } from './delicate.ts'

test.each([
  [{ text: 'x'.repeat(201) }],
  [{ text: 'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' }],
  [{ text: '-----BEGIN RSA PRIVATE KEY-----' }],
  [{ text: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' }],
  [{ text: 'AKIAIOSFODNN7EXAMPLE' }],
  [{ json: '{"password": "hunter2"}' }],
  [{ text: 'postgres://ada:lovelace@db/app' }],
])('rather without the input: %j', (inputs) => {
  expect(isDelicate(inputs)).toBe(true)
})

test.each([[{ bill: 84.5, people: 3 }], [{ pattern: '(\\w+)', text: 'Maria Cruz' }], [{ text: 'a token of love' }]])(
  'nothing to hide: %j',
  (inputs) => {
    expect(isDelicate(inputs)).toBe(false)
  },
)

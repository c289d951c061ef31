import { expect, test } from 'vitest'
import { createSigner } from './signer.ts'

const master = Buffer.alloc(32, 7)
const signer = createSigner(master, 'unsubscribe')

test('a signed payload comes back, whatever it holds', () => {
  expect(signer.verify(signer.sign('{"user":"ä.b"}'))).toBe('{"user":"ä.b"}')
})

test('a changed, cut or foreign token means nothing', () => {
  const token = signer.sign('one')
  const [payload, signature] = token.split('.')
  const forged = `${Buffer.from('two').toString('base64url')}.${signature}`
  for (const wrong of [
    forged,
    payload ?? '',
    `${token}x`,
    `${token}.x`,
    '',
    '.',
    createSigner(master, 'other').sign('one'),
  ])
    expect(signer.verify(wrong), wrong).toBeUndefined()
})

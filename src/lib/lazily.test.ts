import { expect, test } from 'vitest'
import { lazily } from './lazily.ts'

test('a module is imported once, when it is asked for', async () => {
  let imports = 0
  const module = lazily(async () => {
    imports += 1
    return { answer: imports }
  })
  expect(() => module.get()).toThrow('used before it was loaded')
  expect(imports).toBe(0)
  await module.load()
  await module.load()
  expect(module.get()).toEqual({ answer: 1 })
})

test('an import that failed is tried again', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve({ here: true })]
  const module = lazily<object>(() => answers.shift()?.() ?? Promise.resolve({}))
  await expect(module.load()).rejects.toThrow('offline')
  await module.load()
  expect(module.get()).toEqual({ here: true })
})

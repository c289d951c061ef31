import { expect, test } from 'vitest'
import { startTestApp } from '#src/app/test-app.ts'

test('where no provider is configured, there is none', async () => {
  const fettle = await startTestApp()
  expect((await fettle.visitor().get('/api/sign-in/provider')).body).toEqual({ provider: null })
  expect((await fettle.visitor().post('/api/sign-in/provider')).status).toBe(404)
  const person = await fettle.aPerson()
  expect((await person.get('/api/account/providers')).body).toEqual({ provider: null, linked: [] })
  expect((await person.post('/api/account/providers')).status).toBe(404)
  await fettle.stop()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type Person as TestPerson } from '#src/app/test-app.ts'
import { aRanked } from './admin-fixture.ts'

let fettle: TestApp
let admin: TestPerson
let superAdmin: TestPerson
beforeAll(async () => {
  fettle = await startTestApp()
  admin = await aRanked(fettle, { role: 'admin' })
  superAdmin = await aRanked(fettle, { role: 'super_admin' })
})
afterAll(() => fettle.stop())

const reason = 'Its tools collected passwords'
const suspend = (by: TestPerson, { id }: TestPerson) => by.post(`/api/admin/people/${id}/suspend`, { reason })

test.each(['demoted', 'suspended'] as const)('what somebody has proposed who was %s does not count', async (how) => {
  const person = await fettle.aPerson()
  const proposer = await aRanked(fettle, { role: 'admin' })
  expect((await suspend(proposer, person)).body.person).toMatchObject({ proposed: { by: { id: proposer.id } } })
  const path = `/api/admin/people/${proposer.id}/role`
  if (how === 'demoted') expect((await superAdmin.post(path, { role: 'user', reason })).status).toBe(200)
  else for (const by of [admin, superAdmin]) expect((await suspend(by, proposer)).status).toBe(200)
  expect((await admin.get('/api/admin/people?state=proposed')).body.people).toEqual([])
  const proposed = { suspended: null, proposed: { by: { id: admin.id } } }
  expect((await suspend(admin, person)).body.person).toMatchObject(proposed)
  expect((await suspend(superAdmin, person)).body.person).toMatchObject({ suspended: { reason } })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVoice } from '#src/features/reviews/reviews-fixture.ts'
import { parseRate, type Rate } from '#src/server/http/limiter.ts'
import { type Person, startTestApp, type TestApp } from './test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const NOBODY = '0192f000-0000-7000-8000-000000000000'
const REVIEW = `/api/discovery/reviews/${NOBODY}`

// Each is about what is not there: a call counts whatever comes of it.
test.each<[string, Rate, 'POST' | 'PUT', string, object]>([
  ['reviews', '40/h', 'POST', '/api/discovery/reviews', { fxnId: NOBODY, title: 'Exact', content: 'To the cent.' }],
  ['votes', '60/min', 'POST', `${REVIEW}/helpful`, { helpful: true }],
  ['answers', '40/h', 'PUT', `${REVIEW}/reply`, { content: 'Thank you.' }],
  ['follows', '60/min', 'POST', '/api/creators/nobody/follow', {}],
  ['appeals', '20/h', 'POST', `/api/statements/${NOBODY}/appeal`, { text: 'It is right.' }],
])(
  'one person sends so many %s, %s, and is then told how long to wait; others go on',
  async (_, rate, method, path, body) => {
    const [person, other] = [await aVoice(fettle), await aVoice(fettle)]
    const ask = (who: Person) => (method === 'POST' ? who.post(path, body) : who.send(method, path, body))
    const { count, seconds } = parseRate(rate)
    const statuses: number[] = []
    for (let n = 0; n < count; n++) statuses.push((await ask(person)).status)
    expect(statuses).toEqual(Array(count).fill(404))
    const refused = await ask(person)
    const { code, retryAfter } = refused.body.error as { code: string; retryAfter: number }
    expect([refused.status, code, refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      String(retryAfter),
    ])
    expect(retryAfter).toBeGreaterThan(seconds - 60)
    expect(retryAfter).toBeLessThanOrEqual(seconds)
    expect((await ask(other)).status).toBe(404)
  },
)

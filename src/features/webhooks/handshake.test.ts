import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

/** A workflow that answers a handshake, and does something else with everything else. */
async function aHook(config: object, isHandshake: string, challenge: string) {
  const graph = {
    nodes: [
      { id: 'a', key: 'hook', type: 'webhook', name: 'Hook', config },
      { id: 'b', key: 'is', type: 'if', name: 'Handshake?', config: { condition: `{{ ${isHandshake} }}` } },
      { id: 'c', key: 'answer', type: 'respond', name: 'Answer', config: { body: `{{ ${challenge} }}` } },
      { id: 'd', key: 'work', type: 'respond', name: 'Work', config: { status: 403, body: 'no handshake' } },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', port: 'true', to: 'c' },
      { from: 'b', port: 'false', to: 'd' },
    ],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Hook', graph })).body as {
    workflow: { id: string; hookPath: string }
  }
  return {
    id: workflow.id,
    path: workflow.hookPath,
    publish: async () => expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200),
  }
}

// https://docs.slack.dev/reference/events/url_verification: the challenge as text, in a signed request.
test('the handshake of Slack is answered, and only when it is signed', async () => {
  const signed = {
    ...{ signature: 'v0:timestamp:body', signatureHeader: 'X-Slack-Signature' },
    timestampHeader: 'X-Slack-Request-Timestamp',
  }
  const hook = await aHook(signed, 'trigger.body.type == "url_verification"', 'trigger.body.challenge')
  const secret = 'a signing secret of Slack'
  expect((await ada.send('PUT', `/api/workflows/${hook.id}/signing-secret`, { secret })).status).toBe(200)
  await hook.publish()
  const send = (body: object, key = secret) => {
    const payload = JSON.stringify(body)
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', key).update(`v0:${time}:${payload}`).digest('hex')
    return fettle.app.inject({
      ...{ method: 'POST', url: hook.path, payload },
      headers: {
        'content-type': 'application/json',
        'x-slack-signature': `v0=${signature}`,
        'x-slack-request-timestamp': time,
      },
    })
  }
  const handshake = {
    token: 'Jhj5dZrVaK7ZwHHjRyZWjbDl',
    challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY',
    type: 'url_verification',
  }
  const answered = await send(handshake)
  expect([answered.statusCode, answered.headers['content-type'], answered.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    handshake.challenge,
  ])
  expect((await send({ type: 'event_callback' })).body).toBe('no handshake')
  expect((await send(handshake, 'another secret')).statusCode).toBe(401)
})

// https://developers.facebook.com/docs/graph-api/webhooks/getting-started: a GET whose hub.challenge comes back as it is.
test('the handshake of Meta is answered to who knows the token', async () => {
  const hook = await aHook(
    { methods: ['GET', 'POST'] },
    'trigger.method == "GET" && trigger.query["hub.verify_token"] == "meatyhamhock"',
    'trigger.query["hub.challenge"]',
  )
  await hook.publish()
  const asked = (token: string) =>
    fettle.app.inject({
      method: 'GET',
      url: `${hook.path}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
    })
  const answered = await asked('meatyhamhock')
  expect([answered.statusCode, answered.headers['content-type'], answered.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '1158201444',
  ])
  expect((await asked('wrong')).statusCode).toBe(403)
})

import { expect, test } from 'vitest'
import type { HttpRequest } from '#src/sdk/define-node.ts'
import { checkConfig } from './check-config.ts'
import { http } from './http.node.ts'
import { parseAndRun } from './test-context.ts'

const SECRETS: Readonly<Record<string, string>> = { key: 'open sesame', password: 'open sesame' }

async function asked(config: object): Promise<HttpRequest | undefined> {
  const requests: HttpRequest[] = []
  await parseAndRun(
    http,
    { url: 'https://api.example/orders?a=1', ...config },
    {
      secret: async (name) => SECRETS[name] ?? '',
      fetch: async (request) => {
        requests.push(request)
        return { status: 200, headers: {}, body: '' }
      },
    },
  )
  return requests[0]
}

// RFC 7617, section 2: "Aladdin" with the password "open sesame".
test.each([
  [{ auth: 'bearer', secret: 'key' }, 'authorization', 'Bearer open sesame'],
  [{ auth: 'basic', secret: 'password', username: 'Aladdin' }, 'authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
  [{ auth: 'header', secret: 'key' }, 'x-api-key', 'open sesame'],
  [{ auth: 'header', secret: 'key', authName: 'X-Token', headers: { 'x-token': 'mine' } }, 'x-token', 'open sesame'],
])('%j is sent as %s: %s', async (config, name, value) => {
  expect((await asked(config))?.headers?.[name]).toBe(value)
})

test('a secret may be a query parameter', async () => {
  const config = { auth: 'query', secret: 'key', authName: 'api_key', query: { b: 2 } }
  expect((await asked(config))?.url).toBe('https://api.example/orders?a=1&b=2&api_key=open+sesame')
})

test('without a proof no secret is asked for', async () => {
  expect((await asked({ secret: 'key' }))?.headers).not.toHaveProperty('authorization')
})

test.each([
  [{ auth: 'bearer' }, [{ path: 'secret', message: 'Choose a secret' }]],
  [{ auth: 'basic', secret: 'key', username: 'a:b' }, [{ path: 'username', message: 'A name has no colon' }]],
  [{ paging: 'cursor' }, [{ path: 'cursor', message: 'Say where a page names the next one' }]],
  [{ paging: '{{ "link" }}' }, [{ path: 'paging', message: 'Pages must be one of: none, link, cursor, page' }]],
])('checkConfig: %j', (config, problems) => {
  expect(checkConfig(http, { url: 'https://api.example/', ...config })).toEqual(problems)
})

import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type PageServices, requestContext } from '#src/client/request-context.ts'
import { loader } from './explore.page.tsx'

/** The page when the search ends in `failure` and all else is well. */
const load = (failure: unknown) => {
  const call = async (_method: string, path: string) => {
    if (path === '/api/discovery/search') throw failure
    return { tags: [], tools: [] }
  }
  const context = new RouterContextProvider()
  context.set(requestContext, { call } as unknown as PageServices)
  const request = new Request('https://fettle.example/explore')
  return loader({ request, context, params: {} } as unknown as LoaderFunctionArgs)
}

test.each([Response.json({}, { status: 500 }), Response.json({}, { status: 503 }), new Error('a bug')])(
  'a search that fails is an outage: %s',
  async (failure) => {
    expect((await load(failure)).init?.status).toBe(503)
  },
)

test('a search that is refused is none', async () => {
  const refused = Response.json({}, { status: 400 })
  await expect(load(refused)).rejects.toBe(refused)
})

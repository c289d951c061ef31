import { expect, test } from 'vitest'
import { getting, queryClientFor, urlOf } from './query-client.ts'

test('a query key joined by slashes is its address', () => {
  expect(urlOf(getting('/api/workflows', 'a1', 'versions').queryKey)).toBe('/api/workflows/a1/versions')
  expect(urlOf(getting('/api/executions').queryKey)).toBe('/api/executions')
})

// Specification, section 9: no retries at this layer, never stale, no refetch on focus.
test('queries neither retry nor grow stale', () => {
  const { queries, mutations } = queryClientFor('ada').getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false })
  expect(mutations).toMatchObject({ retry: false })
})

test('on the server each page has its own cache', () => {
  expect(queryClientFor('ada')).not.toBe(queryClientFor('ada'))
})

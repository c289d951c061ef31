import { expect, test } from 'vitest'
import { type Description, fieldsUnknownTo, problemsOf, schemaOf } from './described-calls-fixture.ts'

// The checks themselves, over a description of a few lines: that of Stripe is not at hand everywhere.
const description: Description = {
  paths: {
    '/v1/orders': {
      get: {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
      },
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['amount', 'currency'],
                properties: {
                  amount: { type: 'integer' },
                  currency: { type: 'string', maxLength: 3 },
                  capture: { type: 'string', enum: ['automatic', 'manual'] },
                  expand: { type: 'array', items: { type: 'string' } },
                  metadata: { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, { enum: [''] }] },
                },
              },
            },
          },
        },
      },
    },
    '/v1/orders/{id}': { get: {} },
  },
  components: {
    schemas: {
      order: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          failure: { anyOf: [{ $ref: '#/components/schemas/failure' }] },
          tries: { type: 'array', items: { $ref: '#/components/schemas/failure' } },
          metadata: { type: 'object' },
        },
      },
      failure: { type: 'object', properties: { code: { type: 'string' } } },
    },
  },
}
const call = (method: string, path: string, form: Readonly<Record<string, string>> = {}) =>
  problemsOf(description, { method, path, form: new URLSearchParams(form) })

test('a call as it is described has no problems', () => {
  const more = { capture: 'manual', 'expand[0]': 'charge', 'metadata[order]': '7' }
  expect(call('POST', '/v1/orders', { amount: '999', currency: 'usd', ...more })).toEqual([])
  expect(call('POST', '/v1/orders', { amount: '-1', currency: 'usd', metadata: '' })).toEqual([])
  expect(call('GET', '/v1/orders', { limit: '3' })).toEqual([])
  expect(call('GET', '/v1/orders/or_1')).toEqual([])
})

test('what is not as described is named with its place: names, types, choices, lengths and what is missing', () => {
  const asked = { amount: '9.99', capture: 'later', emial: 'x', 'expand[0][a]': 'b', 'metadata[a][b]': 'c' }
  expect(call('POST', '/v1/orders', asked)).toEqual([
    'POST /v1/orders [currency] is missing',
    'POST /v1/orders [amount] is no integer: “9.99”',
    'POST /v1/orders [capture] is none of the choices: “later”',
    'POST /v1/orders [emial] is not known',
    'POST /v1/orders [expand][0][a] is not known',
    'POST /v1/orders [metadata][a][b] is not known',
  ])
  expect(call('POST', '/v1/orders', { amount: '1', currency: 'euro', metadata: 'x' })).toEqual([
    'POST /v1/orders [currency] has more than 3 characters',
    'POST /v1/orders [metadata] is “x” instead of an object',
  ])
  expect(call('GET', '/v1/orders', { size: '3' })).toEqual(['GET /v1/orders [size] is not known'])
  expect(call('DELETE', '/v1/orders')).toEqual(['DELETE /v1/orders is not known'])
})

test('fields of an answer that are not described are named, however deep; objects that hold anything are not looked into', () => {
  const answer = {
    ...{ id: 'or_1', size: 1, metadata: { order: '7' } },
    ...{ failure: { code: 'x', kode: 'y' }, tries: [{ code: 'x' }, { reason: 'y' }] },
  }
  expect(fieldsUnknownTo(description, [schemaOf(description, 'order')], answer, 'order')).toEqual([
    'order.size',
    'order.failure.kode',
    'order.tries.reason',
  ])
})

import { expect, test } from 'vitest'
import { createErrorReporter, type ErrorNote, mailDraft } from './error-report.ts'

function aReporter(page: { url?: string; online?: boolean } = {}) {
  const sent: ErrorNote[] = []
  const report = createErrorReporter({
    now: () => Date.UTC(2026, 10, 20, 12),
    random: () => 0.5,
    page: () => ({ url: 'https://fettle.example/explore?q=secret#x', userAgent: 'Test', online: true, ...page }),
    send: (note) => void sent.push(note),
  })
  return { report, sent }
}
const failure = (status: number, data: unknown = '') => ({ status, statusText: 'Failed', internal: false, data })

test('a note names the error and the page, without query and fragment', () => {
  const { report, sent } = aReporter()
  const error = new TypeError('x is not a function')
  const note = report(error, '\n    at Results')
  expect(note).toEqual({
    errorId: 'ERR-1795176000000-i000000',
    message: 'TypeError: x is not a function',
    stack: error.stack,
    componentStack: '\n    at Results',
    timestamp: '2026-11-20T12:00:00.000Z',
    userAgent: 'Test',
    url: 'https://fettle.example/explore',
  })
  expect(sent).toEqual([note])
})

test('one error has one note, however often it comes by', () => {
  const { report, sent } = aReporter()
  const error = new Error('once')
  expect(report(error)).toBe(report(error, 'later'))
  expect(sent).toHaveLength(1)
})

test('the same failure is told once in a visit, and five different ones at most', () => {
  const { report, sent } = aReporter()
  const again = () => Object.assign(new Error('same'), { stack: 'same place' })
  report(again())
  report(again())
  expect(sent).toHaveLength(1)
  for (let n = 0; n < 10; n++) report(new Error(`other ${n}`))
  expect(sent).toHaveLength(5)
})

test.each([
  ['a refused call', Object.assign(new Error('no'), { name: 'ApiError' })],
  ['what was left behind', new DOMException('left', 'AbortError')],
  ['a page that is not there', failure(404)],
  ['an extension', Object.assign(new Error('x'), { stack: 'Error: x\n at chrome-extension://abc/a.js:1:1' })],
  ['a browser that notes its own delay', new Error('ResizeObserver loop completed with undelivered notifications.')],
  ['nothing', undefined],
])('%s is not reported', (_, error) => {
  const { report, sent } = aReporter()
  report(error)
  expect(sent).toEqual([])
})

test('a failed loader is told with the id of its request', () => {
  const { report } = aReporter()
  const envelope = { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong', requestId: 'r-1' } }
  expect(report(failure(500, envelope)).message).toBe('HTTP 500: Something went wrong (request r-1)')
  expect(report(failure(503)).message).toBe('HTTP 503: Failed')
})

test('without a connection there is a note and no report', () => {
  const { report, sent } = aReporter({ online: false })
  expect(report(new Error('x')).errorId).toMatch(/^ERR-/)
  expect(sent).toEqual([])
})

test('the draft holds id, message, address, browser and time', () => {
  const { report } = aReporter()
  const draft = new URL(mailDraft('support@fettle.test', report(new Error('50 % & more'))))
  expect(draft.protocol + draft.pathname).toBe('mailto:support@fettle.test')
  expect(draft.searchParams.get('subject')).toBe('Error ERR-1795176000000-i000000')
  expect(draft.searchParams.get('body')?.split('\r\n')).toEqual([
    'What I was doing:',
    '',
    '',
    'Error: ERR-1795176000000-i000000',
    'Message: Error: 50 % & more',
    'Address: https://fettle.example/explore',
    'Browser: Test',
    'Time: 2026-11-20T12:00:00.000Z',
  ])
})

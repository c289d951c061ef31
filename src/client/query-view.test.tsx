import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { QueryView } from './query-view.tsx'

const refused = new ApiError({ code: 'INTERNAL', status: 500, message: 'It broke', requestId: 'req-1' })

const shown = (state: { data?: string; error?: unknown; isPaused?: boolean }) =>
  renderToStaticMarkup(
    <QueryView
      query={{ data: state.data, error: state.error ?? null, isPaused: state.isPaused ?? false, refetch: () => {} }}
      loading="loading"
      offline="offline"
      failed={({ message, requestId }) => `failed: ${message} (${requestId}) `}
    >
      {(data) => `data: ${data}`}
    </QueryView>,
  )

test.each([
  ['nothing yet', {}, 'loading'],
  ['nothing, and no connection', { isPaused: true }, 'offline'],
  ['a failure', { error: refused }, 'failed: It broke (req-1) '],
  ['data', { data: 'x' }, 'data: x'],
  ['data whose refresh failed', { data: 'x', error: refused }, 'failed: It broke (req-1) data: x'],
  ['data that waits for a connection', { data: 'x', isPaused: true }, 'data: x'],
])('with %s', (_, state, text) => {
  expect(shown(state)).toBe(text)
})

test('Retry asks again', () => {
  let asked = 0
  let retry = () => {}
  renderToStaticMarkup(
    <QueryView
      query={{ data: undefined, error: refused, isPaused: false, refetch: () => asked++ }}
      loading=""
      offline=""
      failed={({ onRetry }) => {
        retry = onRetry
        return null
      }}
    >
      {() => null}
    </QueryView>,
  )
  retry()
  expect(asked).toBe(1)
})

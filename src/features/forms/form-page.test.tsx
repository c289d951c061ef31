import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type PageServices, requestContext } from '#src/client/request-context.ts'
import { action } from './form.page.tsx'

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const part = (name: string, text: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="cv"; filename="cv.txt"\r\n\r\nHello\r\n`
const end = `--${BOUNDARY}--\r\n`

/** What the page answers to a form, and the calls that it has made. */
async function send(body: string, type = TYPE) {
  const calls: unknown[] = []
  const call = async (...asked: unknown[]) => void calls.push(asked[2])
  const context = new RouterContextProvider()
  context.set(requestContext, { call } as unknown as PageServices)
  const request = new Request('https://fettle.example/forms/w/s', {
    ...{ method: 'POST', body, headers: { 'content-type': type } },
  })
  const params = { workflowId: 'w', secret: 's' }
  const answer: unknown = await action({ request, context, params } as unknown as ActionFunctionArgs).catch(
    (thrown: unknown) => thrown,
  )
  return { answer, calls }
}

test('a form with a file is handed on', async () => {
  const { answer, calls } = await send(part('_submission', 'one') + part('name', 'Ada ö') + file + end)
  expect(answer instanceof Response && [answer.status, answer.headers.get('location')]).toEqual([303, '?sent'])
  expect(calls).toEqual([
    {
      params: { workflowId: 'w', secret: 's' },
      body: {
        submission: 'one',
        answers: { name: 'Ada ö' },
        files: { cv: { name: 'cv.txt', base64: Buffer.from('Hello').toString('base64') } },
      },
    },
  ])
})

const whole = part('_submission', 'one') + part('name', 'Ada ö')

test.each([
  ['has no boundary', whole + end, 'multipart/form-data', {}, undefined],
  ['is empty', '', TYPE, {}, undefined],
  ['has a part without headers', `${whole}--${BOUNDARY}\r\n\r\nx\r\n${end}`, TYPE, { name: 'Ada ö' }, 'one'],
  ['breaks off in a file', whole + file.slice(0, -4), TYPE, { name: 'Ada ö' }, 'one'],
  [
    'breaks off in a text',
    part('_submission', 'one') + part('name', 'Ada ö').slice(0, -4),
    TYPE,
    { name: 'Ada' },
    'one',
  ],
  ['breaks off in a head', whole + file.slice(0, 70), TYPE, { name: 'Ada ö' }, 'one'],
])(
  'a form that %s is refused, and what can be read of it is shown again',
  async (_, body, type, answers, submission) => {
    const { answer, calls } = await send(body, type)
    expect(answer).toMatchObject({
      data: {
        message: 'The form arrived damaged and was not accepted. Please check your answers and send it again.',
        errors: {},
        answers,
      },
      init: { status: 400 },
    })
    expect((answer as { data: { submission?: string } }).data.submission).toBe(submission)
    expect(calls).toEqual([])
  },
)

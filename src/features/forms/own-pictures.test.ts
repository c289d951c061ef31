import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
let ada: Person
beforeAll(async () => {
  fettle = await startTestApp()
  ada = await fettle.aPerson()
})
afterAll(() => fettle.stop())

const query = async (text: string, ...values: unknown[]) => (await fettle.database.pool.query(text, values)).rows

/** A form that asks for a picture. */
async function aForm() {
  const fields = [{ name: 'photo', label: 'Photo', type: 'file', required: true, accept: 'image', maxMb: 1 }]
  const graph = {
    nodes: [
      { id: 'a', key: 'form', type: 'form', name: 'Form', config: { fields } },
      {
        id: 'b',
        key: 'seen',
        type: 'set',
        name: 'Seen',
        config: { values: { name: '{{ trigger.values.photo.name }}' } },
      },
    ],
    edges: [{ from: 'a', to: 'b' }],
  }
  const { workflow } = (await ada.post('/api/workflows', { name: 'Photos', graph })).body as {
    workflow: { id: string; formPath: string }
  }
  expect((await ada.post(`/api/workflows/${workflow.id}/publish`, {})).status).toBe(200)
  const send = (name: string, content: Buffer) =>
    fettle.visitor().post(`/api${workflow.formPath}`, {
      ...{ submission: randomUUID(), answers: {} },
      files: { photo: { name, base64: content.toString('base64') } },
    })
  return { id: workflow.id, send }
}

test('of a picture its owner gets what is seen on it, and neither who took it nor what hides in the file', async () => {
  const { id, send } = await aForm()
  const sent = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c81e5a' } })
    .withExif({ IFD0: { Artist: 'secret artist' } })
    .jpeg()
    .toBuffer()
  expect((await send('../me.jpg', Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')]))).status).toBe(202)
  const [kept] = await query(
    `select name, type, bytes, content, e.input -> 'values' -> 'photo' as told
       from execution_file f join execution e on e.id = f.execution_id where e.workflow_id = $1`,
    id,
  )
  const content: Buffer = kept.content
  expect(kept).toMatchObject({ name: 'me.jpg', type: 'image/jpeg', bytes: content.length })
  expect(kept.told).toMatchObject({ name: 'me.jpg', bytes: content.length })
  expect([content.includes('secret artist'), content.includes('script')]).toEqual([false, false])
  const { format, width, height } = await sharp(content).metadata()
  expect([format, width, height]).toEqual(['jpeg', 40, 20])
})

const UNREADABLE = 'This picture cannot be read: it is broken, or not what its name says'
const TOO_LARGE = 'This picture has more than 50 million pixels'
const bomb = () => sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
test.each([
  ['a script that begins as a GIF', 'me.gif', async () => Buffer.from('GIF89a/*<script>1</script>*/'), UNREADABLE],
  ['a picture of 100 million pixels', 'me.png', () => bomb().png().toBuffer(), TOO_LARGE],
])('%s is refused at its question', async (_title, name, content, message) => {
  const { id, send } = await aForm()
  const { status, body } = await send(name, await content())
  expect([status, (body.error as { details: unknown }).details]).toEqual([422, [{ field: 'photo', message }]])
  expect(await query('select from execution where workflow_id = $1', id)).toEqual([])
})

test('a picture that is too large once it is drawn anew is refused at its question', async () => {
  const { id, send } = await aForm()
  const noise = { width: 1600, height: 1600, channels: 3 } as const
  const content = await sharp(randomBytes(3 * noise.width * noise.height), { raw: noise })
    .jpeg({ quality: 30 })
    .toBuffer()
  expect(content.length).toBeLessThan(1_000_000)
  const { status, body } = await send('me.jpg', content)
  const message =
    'The file must be at most 1 MB, and this picture is larger once it is drawn anew: choose a smaller one'
  expect([status, (body.error as { details: unknown }).details]).toEqual([422, [{ field: 'photo', message }]])
  expect(await query('select from execution where workflow_id = $1', id)).toEqual([])
})

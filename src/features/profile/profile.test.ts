import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '#src/app/test-app.ts'

let fettle: TestApp
beforeAll(async () => {
  fettle = await startTestApp()
})
afterAll(() => fettle.stop())

const BOUNDARY = 'fettle-test'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const form = (file: Buffer, name = 'me.png', field = 'file') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: image/png\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
const upload = (person: Person, file: Buffer, name?: string) =>
  person.post('/api/user/avatar', form(file, name), MULTIPART)
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof upload>>) => [
  status,
  (body.error as { code: string } | undefined)?.code,
  (body.error as { details: unknown } | undefined)?.details,
]
const square = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } })
const avatars = async (person: Person) =>
  (await fettle.database.pool.query('select id from avatar where user_id = $1', [person.id])).rows

test('a name is changed, and nothing else with it', async () => {
  const person = await fettle.aPerson()
  const changed = await person.send('PATCH', '/api/user', { name: '  Ada <b>Lovelace</b> ' })
  expect([changed.status, changed.body]).toEqual([
    200,
    expect.objectContaining({ name: 'Ada <b>Lovelace</b>', email: person.email, role: 'user' }),
  ])
  expect((await person.get('/api/user')).body.name).toBe('Ada <b>Lovelace</b>')
  expect((await person.send('PATCH', '/api/user', { name: ' ' })).body.error).toMatchObject({
    details: [{ field: 'name', message: 'Name is required' }],
  })
  for (const field of ['role', 'email', 'avatarUrl', 'emailVerified'])
    expect((await person.send('PATCH', '/api/user', { name: 'Ada', [field]: 'super_admin' })).status).toBe(400)
})

test('an address changes by the link in its mail only, and asking needs a fresh sign-in', async () => {
  const { pool } = fettle.database
  const person = await fettle.aPerson()
  expect((await person.post('/api/user/email', { email: 'new@example.com' })).status).toBe(202)
  expect((await person.get('/api/user')).body.email).toBe(person.email)
  const { rows } = await pool.query<{ to_address: string; text_body: string }>(
    'select to_address, text_body from mail where user_id = $1 and subject !~ $2 order by id',
    [person.id, 'Welcome'],
  )
  expect(rows.map(({ to_address }) => to_address)).toEqual(expect.arrayContaining([person.email, 'new@example.com']))
  const link = rows.findLast(({ to_address }) => to_address === 'new@example.com')?.text_body ?? ''
  const token = /#token=([\w-]+)/.exec(link)?.[1]
  expect((await fettle.visitor().post('/api/email-verification/confirm', { token })).status).toBe(200)
  expect((await person.get('/api/user')).body).toMatchObject({ email: 'new@example.com', emailVerified: true })
  const audit = await pool.query('select action from audit_entry where actor_id = $1 order by seq', [person.id])
  expect(audit.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['email.change-asked', 'email.changed']),
  )

  await pool.query(`update session set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ])
  const stale = await person.post('/api/user/email', { email: 'newer@example.com' })
  expect([stale.status, stale.body.error]).toEqual([403, expect.objectContaining({ code: 'FRESH_SIGN_IN_REQUIRED' })])
})

test.each(['png', 'jpeg', 'webp'] as const)('a %s becomes a small square without its secrets', async (format) => {
  const person = await fettle.aPerson()
  const place = { IFD0: { Artist: 'secret artist' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } }
  const file = await square(900, 400).withExif(place).toFormat(format).toBuffer()
  expect(file.includes('secret artist')).toBe(true)
  const answer = await upload(person, file, '../../etc/passwd')
  expect(answer.status).toBe(200)
  const { avatarUrl } = (await person.get('/api/user')).body
  expect(avatarUrl).toBe(answer.body.avatarUrl)
  expect(avatarUrl).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}$/)

  const shown = await fettle.app.inject({ url: String(avatarUrl) })
  expect(shown.statusCode).toBe(200)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(shown.rawPayload.includes('secret artist')).toBe(false)
  const kept = await sharp(shown.rawPayload).metadata()
  expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['webp', 256, 256, undefined])
})

test('what hides behind a picture is gone from ours', async () => {
  const person = await fettle.aPerson()
  const page = '<html><script>alert(document.domain)</script></html>'
  const { body } = await upload(person, Buffer.concat([await square(64).jpeg().toBuffer(), Buffer.from(page)]))
  const shown = await fettle.app.inject({ url: String(body.avatarUrl) })
  expect(shown.rawPayload.includes('script')).toBe(false)
})

const NO_PICTURE = [422, 'INVALID_INPUT', [{ field: 'file', message: 'Choose a JPEG, PNG or WebP picture' }]]
test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', Buffer.from('%PDF-1.7 hello')],
  ['noise behind the name of a PNG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(500)])],
  ['noise behind the name of a JPEG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(500)])],
])('%s is refused', async (_, file) => {
  const person = await fettle.aPerson()
  expect(refusalOf(await upload(person, file))).toEqual(NO_PICTURE)
  expect(await avatars(person)).toEqual([])
})

test('a GIF, a picture that moves and a picture cut short are refused', async () => {
  const person = await fettle.aPerson()
  expect(refusalOf(await upload(person, await square(8).gif().toBuffer()))).toEqual(NO_PICTURE)
  const frames = await sharp([await square(8).png().toBuffer(), await square(8, 8).negate().png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  expect(refusalOf(await upload(person, frames))).toEqual([
    422,
    'INVALID_INPUT',
    [{ field: 'file', message: 'Choose a picture that does not move' }],
  ])
  const noisy = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  expect(refusalOf(await upload(person, noisy.subarray(0, 20_000)))).toEqual(NO_PICTURE)
})

test('a small file of too many pixels never grows in our memory', async () => {
  const person = await fettle.aPerson()
  const bomb = await square(10_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(refusalOf(await upload(person, bomb))).toEqual([
    422,
    'INVALID_INPUT',
    [{ field: 'file', message: 'This picture has more than 50 million pixels' }],
  ])
})

test('five megabytes are the limit, one file is taken, and it must be a form with a file', async () => {
  const person = await fettle.aPerson()
  const large = await upload(person, Buffer.concat([await square(8).png().toBuffer(), Buffer.alloc(5_000_001)]))
  expect([large.status, large.body.error]).toEqual([
    413,
    expect.objectContaining({ code: 'BODY_TOO_LARGE', message: 'The file must be at most 5 MB' }),
  ])
  expect(refusalOf(await upload(person, Buffer.alloc(0)))).toEqual([
    422,
    'INVALID_INPUT',
    [{ field: 'file', message: 'Choose a file' }],
  ])
  expect((await person.post('/api/user/avatar', { file: 'x' })).status).toBe(403)
  const png = await square(8).png().toBuffer()
  expect((await fettle.visitor().post('/api/user/avatar', form(png), MULTIPART)).status).toBe(401)
  const foreign = { ...MULTIPART, origin: 'https://evil.example' }
  expect((await person.post('/api/user/avatar', form(png), foreign)).status).toBe(403)
})

test('a new picture replaces the old one, and removing leaves none', async () => {
  const person = await fettle.aPerson()
  const png = await square(300).png().toBuffer()
  const first = (await upload(person, png)).body.avatarUrl
  const second = (await upload(person, png)).body.avatarUrl
  expect(second).not.toBe(first)
  expect((await fettle.app.inject({ url: String(first) })).statusCode).toBe(404)
  expect(await avatars(person)).toHaveLength(1)
  expect((await person.send('DELETE', '/api/user/avatar')).body).toEqual({ ok: true })
  expect((await fettle.app.inject({ url: String(second) })).statusCode).toBe(404)
  expect((await person.get('/api/user')).body.avatarUrl).toBeNull()
})

test.each(['/api/avatars/nothing', '/api/avatars/00000000-0000-4000-8000-000000000000'])('%s is 404', async (url) => {
  expect((await fettle.app.inject({ url })).statusCode).toBe(404)
})

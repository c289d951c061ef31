import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSigner } from '#src/server/crypto/signer.ts'
import { createLogger } from '#src/server/log.ts'
import { freshDatabase, type TestDatabase } from '#src/server/test-database.ts'
import { claimMails } from './mail.queries.ts'
import { type MailSender, startMailSender } from './mail-sender.ts'
import { defineMail } from './mail-template.ts'
import { createQueueMail } from './queue-mail.ts'
import { createSmtp } from './smtp.ts'
import { smtpAnswer, startMailServer, type TestMailServer } from './test-mail-server.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

const publicUrl = 'https://fettle.example'
const signer = createSigner(Buffer.alloc(32, 7), 'unsubscribe')
const queueMail = createQueueMail({ publicUrl, signer })
const log = createLogger({ logLevel: 'silent' })
const USER = '01920000-0000-7000-8000-000000000001'

const hello = defineMail<{ name: string }>({
  category: 'account',
  example: { name: 'Ada' },
  write: ({ name }) => ({ subject: `Grüße, ${name}`, paragraphs: ['Naïve café ☕'] }),
})
const digest = defineMail<object>({
  category: 'product',
  example: {},
  write: () => ({ subject: 'What is new', paragraphs: ['A digest.'] }),
})

let database: TestDatabase
let server: TestMailServer
let sender: MailSender | undefined

beforeAll(async () => {
  database = await freshDatabase()
  await database.db
    .insertInto('user')
    .values({ id: USER, name: 'Ada', email: 'ada@example.com', role: 'user', email_verified_at: new Date() })
    .execute()
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  await server?.stop()
  await database.db.deleteFrom('mail').execute()
  await database.db.deleteFrom('email_preference').execute()
})
afterAll(() => database.drop())

function startSending(smtpUrl: string, timeoutMs = 2000): void {
  const send = createSmtp({ smtpUrl, from: 'Fettle <hello@fettle.example>', timeoutMs })
  sender = startMailSender({ db: database.db, log, publicUrl, signer, send, everyMs: 10 })
}
const start = async (options: Parameters<typeof startMailServer>[0] = {}, timeoutMs?: number) => {
  server = await startMailServer(options)
  startSending(`smtp://127.0.0.1:${server.port}`, timeoutMs)
}
const row = () => database.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
/** Resolves once the only mail is in that state. */
const until = (expected: object) => expect.poll(row, { timeout: 5000, interval: 20 }).toMatchObject(expected)
const makeDue = () => database.db.updateTable('mail').set({ next_at: new Date() }).execute()
const header = (raw: string, name: string) =>
  new RegExp(`^${name}:((?:.|\\r\\n[ \\t])*)`, 'im')
    .exec(raw)?.[1]
    ?.replace(/\r\n[ \t]/g, ' ')
    .trim()

test('a mail is sent once, as text and page, under an id of its own, and its body is emptied', async () => {
  await start()
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'sent', attempts: 1, text_body: '', html_body: '', last_error: null })
  expect(server.received.length).toBe(1)
  const [{ from, to, raw } = { from: '', to: [], raw: '' }] = server.received
  expect({ from, to }).toEqual({ from: 'hello@fettle.example', to: ['ada@example.com'] })
  expect(header(raw, 'Message-ID')).toBe(`<${(await row()).id}@fettle.example>`)
  // RFC 2047: "Grüße, Ada" in UTF-8, quoted-printable.
  expect(header(raw, 'Subject')).toBe('=?UTF-8?Q?Gr=C3=BC=C3=9Fe=2C_Ada?=')
  expect(header(raw, 'Content-Type')).toContain('multipart/alternative')
  expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
  expect(header(raw, 'List-Unsubscribe')).toBeUndefined()
  expect(raw).toContain('Na=C3=AFve caf=C3=A9 =E2=98=95')
})

test('a server that is busy is asked again, under the same Message-ID', async () => {
  let tries = 0
  const ids: string[] = []
  await start({
    onRcptTo(_address, _session, done) {
      tries += 1
      done(tries === 1 ? smtpAnswer(451, 'Try again later') : null)
    },
  })
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'queued', attempts: 1, last_error: expect.stringContaining('451 Try again later') })
  const { next_at, text_body } = await row()
  expect(next_at.getTime()).toBeGreaterThan(Date.now() + 10_000)
  expect(text_body).toContain('Naïve café')
  await makeDue()
  await until({ status: 'sent', attempts: 2 })
  for (const { raw } of server.received) ids.push(header(raw, 'Message-ID') ?? '')
  expect(ids).toEqual([`<${(await row()).id}@fettle.example>`])
})

test('an unknown mailbox is not asked again, and the reason is kept', async () => {
  await start({ onRcptTo: (_address, _session, done) => done(smtpAnswer(550, 'No such user here')) })
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'failed', attempts: 1, text_body: '', html_body: '' })
  expect((await row()).last_error).toContain('550 No such user here')
})

test('a server that falls silent is given up on in time and asked again', async () => {
  await start({ onMailFrom: () => undefined }, 200)
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'queued', attempts: 1, last_error: expect.stringMatching(/timeout|timed out/i) })
})

test('a server that is not there is asked again', async () => {
  server = await startMailServer()
  const { port } = server
  await server.stop()
  startSending(`smtp://127.0.0.1:${port}`)
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') })
})

test('user and password of the address sign in, a wrong password loses no mail', async () => {
  server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'app' && password === 's/cret') done(null, { user: username })
      else done(smtpAnswer(535, 'Authentication failed'))
    },
  })
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  startSending(`smtp://app:wrong@127.0.0.1:${server.port}`)
  await until({ status: 'queued', attempts: 1, last_error: expect.stringContaining('535') })
  await sender?.stop()
  startSending(`smtp://app:s%2Fcret@127.0.0.1:${server.port}`)
  await makeDue()
  await until({ status: 'sent' })
  expect(server.received[0]?.user).toBe('app')
})

test('the connection is encrypted where the server offers it', async () => {
  server = await startMailServer({ disabledCommands: [] })
  // The server's certificate is its own.
  startSending(`smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'sent' })
  expect(server.received[0]?.secure).toBe(true)
})

test('a certificate that nobody vouches for is refused', async () => {
  await start({ disabledCommands: [] })
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'queued', attempts: 1, last_error: expect.stringContaining('certificate') })
  expect(server.received).toEqual([])
})

test('line breaks in a subject or an address add no header and no recipient', async () => {
  await start()
  await queueMail(
    database.db,
    hello,
    { userId: null, email: 'ada@example.com', replyTo: 'a@example.com\r\nBcc: c@example.com' },
    { name: 'Ada\r\nBcc: b@example.com\r\n\r\nInjected' },
  )
  await until({ status: 'sent' })
  const [{ raw, to } = { raw: '', to: [] }] = server.received
  expect(to).toEqual(['ada@example.com'])
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  expect(head).not.toMatch(/^(Bcc|Injected)/im)
  expect(header(raw, 'Subject')).toContain('Bcc')
})

test('an address that is two is refused', async () => {
  await start()
  await queueMail(database.db, hello, { userId: null, email: 'a@example.com,b@example.com' }, { name: 'Ada' })
  await expect.poll(row, { timeout: 5000 }).toMatchObject({ attempts: 1, last_error: expect.any(String) })
  expect(server.received.flatMap(({ to }) => to)).not.toContain('b@example.com')
})

test('an address beyond ASCII arrives as it is', async () => {
  await start()
  await queueMail(database.db, hello, { userId: null, email: 'jürgen@bücher.example' }, { name: 'Jürgen' })
  await until({ status: 'sent' })
  // The server offers SMTPUTF8 (RFC 6531).
  expect(server.received[0]?.to).toEqual(['jürgen@bücher.example'])
})

test('a mail of a category can be unsubscribed from with one click (RFC 8058)', async () => {
  await start()
  await queueMail(database.db, digest, { userId: USER }, {})
  await until({ status: 'sent' })
  const raw = server.received[0]?.raw ?? ''
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [, token = ''] =
    /^<https:\/\/fettle\.example\/api\/unsubscribe\/(.+)>$/.exec(header(raw, 'List-Unsubscribe') ?? '') ?? []
  expect(readUnsubscribeToken(signer, token)).toEqual({ userId: USER, category: 'product' })
})

test('who does not want a category gets no mail of it, nor one that was waiting already', async () => {
  await queueMail(database.db, digest, { userId: USER }, {})
  await database.db
    .insertInto('email_preference')
    .values({ user_id: USER, category: 'product', wanted: false })
    .execute()
  await queueMail(database.db, digest, { userId: USER }, {})
  await start()
  await until({ status: 'failed', last_error: 'No longer wanted' })
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await expect.poll(() => server.received.length, { timeout: 5000 }).toBe(1)
  expect(header(server.received[0]?.raw ?? '', 'Subject')).toContain('Gr=C3=BC')
  const { count } = await database.db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2)
})

test('two processes never take the same mail', async () => {
  server = await startMailServer()
  for (let index = 0; index < 8; index += 1) await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  const taken = await database.db.transaction().execute(async (first) => {
    const four = await claimMails(first, 4)
    const others = await database.db.transaction().execute(async (second) => {
      // Whoever waits for the first one has not passed over what it took.
      await sql`set local lock_timeout = '2s'`.execute(second)
      return claimMails(second, 8)
    })
    return [...four, ...others]
  })
  const ids = taken.map(({ id }) => id)
  expect(ids.length).toBe(8)
  expect(new Set(ids).size).toBe(8)
})

test('stopping takes at most two seconds while the server hangs, and gives the mail back', async () => {
  await start({ onMailFrom: () => undefined }, 30_000)
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ attempts: 1 })
  const begun = performance.now()
  await sender?.stop()
  expect(performance.now() - begun).toBeLessThan(2000)
  expect(await row()).toMatchObject({ status: 'queued', last_error: 'The process was stopped' })
  expect((await row()).next_at.getTime()).toBeLessThanOrEqual(Date.now())
})

test('without a mail server mails are kept, body and all', async () => {
  server = await startMailServer()
  sender = startMailSender({ db: database.db, log, publicUrl, signer, send: 'keep', everyMs: 10 })
  await queueMail(database.db, hello, { userId: USER }, { name: 'Ada' })
  await until({ status: 'local', attempts: 0, text_body: expect.stringContaining('Naïve café') })
})

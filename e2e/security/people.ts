import { codeOf } from '#src/features/second-factor/test-second-factor.ts'
import { queryDatabase } from '../support/app-database.ts'
import type { AppProcess } from '../support/app-process.ts'
import { type Answered, type Caller, createCaller } from './caller.ts'

export const PASSWORD = 'correct horse 42'

export interface Person extends Caller {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface ProtectedPerson extends Person {
  /** Of the authenticator app. */
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Believes what its proxy says, so that every caller of a test can have an address of its own. */
export const BEHIND_PROXY = { TRUST_PROXY: 'true' }

let people = 0
let addresses = 0

/** An address of the network that nobody has called from, for apps behind a proxy. */
export function aFreshAddress(): string {
  addresses += 1
  return `198.18.${addresses >> 8}.${addresses & 255}`
}

/** What the proxy in front of an app with TRUST_PROXY says of somebody at this address. */
const fromAddress = (address: string) => ({ 'x-forwarded-for': address })

/** Somebody at an address of their own, where the app believes its proxy. */
export const aVisitor = (app: AppProcess, address = aFreshAddress()): Caller =>
  createCaller({ port: app.port, headers: fromAddress(address) })

export function expectStatus(answered: Answered, status: number): Answered {
  if (answered.status !== status) throw new Error(`answered ${answered.status}, not ${status}: ${answered.text}`)
  return answered
}

/** A new account, signed in. */
export async function aPerson(app: AppProcess, address?: string): Promise<Person> {
  people += 1
  const account = { name: `Person ${people}`, email: `person${people}@example.com`, password: PASSWORD }
  const caller = aVisitor(app, address)
  const { body } = expectStatus(await caller.post('/api/register', account), 201)
  return { ...caller, id: String(body.id), name: account.name, email: account.email }
}

/** The same person at another browser, signed in by password. */
export async function atAnotherBrowser(app: AppProcess, { id, name, email }: Person): Promise<Person> {
  const caller = aVisitor(app)
  expectStatus(await caller.post('/api/login', { email, password: PASSWORD }), 200)
  return { ...caller, id, name, email }
}

/** As if the last code had been used long ago: a test cannot wait for the next one. */
export const forgetLastStep = (app: AppProcess, { id }: Pick<Person, 'id'>) =>
  queryDatabase(app.dataDir, 'update totp set last_step = 0 where user_id = $1', [id])

/** Turns an authenticator app on. */
export async function protect(app: AppProcess, person: Person): Promise<ProtectedPerson> {
  const { body } = expectStatus(await person.post('/api/second-factor/totp'), 200)
  const secret = String(body.secret)
  const confirmed = await person.post('/api/second-factor/totp/confirm', { code: codeOf(secret) })
  const { recoveryCodes } = expectStatus(confirmed, 200).body
  await forgetLastStep(app, person)
  return { ...person, secret, recoveryCodes: Array.isArray(recoveryCodes) ? recoveryCodes.map(String) : [] }
}

/** Somebody of this role who has passed a second factor. */
export async function aRanked(app: AppProcess, role: 'admin' | 'super_admin'): Promise<ProtectedPerson> {
  const person = await aPerson(app)
  await queryDatabase(app.dataDir, 'update "user" set role = $2 where id = $1', [person.id, role])
  return protect(app, person)
}

/** The challenge that the right password brings where there is a second factor. */
export async function askedForCode(caller: Caller, { email }: Pick<Person, 'email'>): Promise<string> {
  const { body } = expectStatus(await caller.post('/api/login', { email, password: PASSWORD }), 401)
  const { error } = body
  if (typeof error !== 'object' || error === null || !('challenge' in error)) throw new Error('no challenge')
  return String(error.challenge)
}

/** As if the session had last been proved that long ago. */
export const makeStale = (app: AppProcess, { id }: Pick<Person, 'id'>, ago = '15 minutes') =>
  queryDatabase(
    app.dataDir,
    `update session set authenticated_at = now() - $2::interval,
       second_factor_at = case when second_factor_at is null then null else now() - $2::interval end
      where user_id = $1`,
    [id, ago],
  )

/** The texts of the mails to an address, the newest first. */
export async function mailsTo(app: AppProcess, address: string): Promise<{ subject: string; text: string }[]> {
  const rows = await queryDatabase(
    app.dataDir,
    'select subject, text_body from mail where to_address = $1 order by created_at desc, id desc',
    [address],
  )
  return rows.map((row) => ({ subject: String(row.subject), text: String(row.text_body) }))
}

/** The token in the newest mail with this subject. */
export async function mailedToken(app: AppProcess, address: string, subject: string): Promise<string> {
  const mail = (await mailsTo(app, address)).find((one) => one.subject === subject)
  const token = /[#?&]token=([\w.-]+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no mail "${subject}" to ${address}`)
  return token
}

/** Names of what was written into the audit log about this account, or of what it did. */
export async function auditedOf(app: AppProcess, { id }: Pick<Person, 'id'>): Promise<string[]> {
  const text = "select action from audit_entry where target = 'user ' || $1 or actor_id = $1::uuid order by seq"
  const rows = await queryDatabase(app.dataDir, text, [id])
  return rows.map(({ action }) => String(action))
}

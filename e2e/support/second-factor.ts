import type { CDPSession, Locator, Page } from 'playwright'
import { queryDatabase } from './app-database.ts'
import type { AppProcess } from './app-process.ts'
import { openPage, type Visit } from './browser.ts'

/** As if this account had signed in a quarter of an hour ago. */
export const makeStale = (app: AppProcess, email: string) =>
  queryDatabase(
    app.dataDir,
    `update session set authenticated_at = now() - interval '15 minutes', second_factor_at = null
     where user_id = (select id from "user" where email = '${email}')`,
  )

/** As if the last code had been used long ago: a test cannot wait for the next one. */
export const forgetLastStep = (app: AppProcess) => queryDatabase(app.dataDir, 'update totp set last_step = 0')

export async function logOut(page: Page, app: AppProcess): Promise<void> {
  await page.context().clearCookies()
  await openPage(page, `${app.url}/auth`)
}

/** The first step of signing in. */
export async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('analytical engine')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The secret of the set-up dialog, as its text. */
export const readSecret = async (dialog: Locator): Promise<string> =>
  ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')

/** What the console says where a call was meant to be refused. */
export const withoutRefusals = (problems: readonly string[]): string[] =>
  problems.filter((text) => !/^Failed to load resource: the server responded with a status of 40[13]/.test(text))

export interface Authenticator {
  readonly cdp: CDPSession
  readonly authenticatorId: string
}

/** Chromium's own authenticator in software, which says yes to everything (WebAuthn level 3, section 11). */
export async function addAuthenticator({ context, page }: Visit): Promise<Authenticator> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

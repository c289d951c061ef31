import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '#src/server/crypto/signer.ts'
import { toUnsubscribeToken } from '#src/server/mail/unsubscribe-token.ts'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { DEVICES, openBrowser, openPage, register, settled, type Visit, visit } from './support/browser.ts'
import { picture } from './support/page-checks.ts'

// What goes through a mailbox: confirmed addresses, new passwords, support. The mailbox is the one of development.
const KEY = randomBytes(32)
let app: AppProcess
let browser: Browser
const visits: Visit[] = []
beforeAll(async () => {
  app = await startApp({ env: { SECRET_KEY: KEY.toString('base64') } })
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  const problems = await Promise.all(visits.map((one) => one.problems()))
  await browser.close()
  await removeApps()
  if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'))
})

interface Preferences {
  readonly preferences: readonly { readonly category: string; readonly wanted: boolean }[]
}

async function someone(): Promise<Visit> {
  const opened = await visit(browser)
  visits.push(opened)
  return opened
}
async function registered(email: string): Promise<Visit> {
  const person = await someone()
  await person.page.goto(app.url)
  await register(person, app.url, email)
  return person
}

/** Opens the newest mail of this subject to that address in the mailbox and follows its link. */
async function followMail(page: Page, { to, subject }: { to: string; subject: string }): Promise<void> {
  const mail = page
    .locator('li', { hasText: `to ${to} ` })
    .filter({ has: page.getByRole('heading', { name: subject }) })
  await page.goto(`${app.url}/dev/mailbox`)
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      return mail.count()
    })
    .toBeGreaterThan(0)
  await mail.first().locator(`a[href^="${app.url}/auth"]`).click()
  await page.waitForURL(/\/auth/)
  await settled(page)
}

test('who registers confirms the address through the mailed link, signed in or not, once', async () => {
  const { page } = await registered('confirm@example.com')
  await followMail(page, { to: 'confirm@example.com', subject: 'Confirm your email address' })
  expect(new URL(page.url()).search).toBe('?mode=verify')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Your address is confirmed')
  expect(await page.getByText('Somebody else’s mail?').count()).toBe(0)
  await page.getByText('confirm@example.com is the address of your account.').waitFor()

  const stranger = await someone()
  await followMail(stranger.page, { to: 'confirm@example.com', subject: 'Confirm your email address' })
  await stranger.page.getByRole('button', { name: 'Confirm address' }).click()
  await stranger.page.getByRole('alert').filter({ hasText: 'has expired or was used already' }).waitFor()
  visits.splice(visits.indexOf(stranger), 1)
})

test('who forgot the password sets a new one by mail, is signed out everywhere, and signs in with it', async () => {
  const elsewhere = await registered('forgot@example.com')
  const { page } = await someone()
  await page.goto(`${app.url}/auth?mode=forgot`)
  await page.getByRole('button', { name: 'Send the link' }).click()
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Email').fill('forgot@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()

  await followMail(page, { to: 'forgot@example.com', subject: 'Set a new password' })
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password must be at least 8 characters').waitFor()
  await page.getByLabel('New password').fill('difference engine no. 2')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor()

  await elsewhere.page.goto(`${app.url}/dashboard`)
  expect(new URL(elsewhere.page.url()).pathname).toBe('/auth')

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByLabel('Email').fill('forgot@example.com')
  await page.locator('#password').fill('difference engine no. 2')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('the answer is the same for an address that nobody has', async () => {
  const { page } = await someone()
  await page.goto(`${app.url}/auth?mode=forgot`)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()
  await page.getByText('If there is an account with the address').waitFor()
})

test('preferences are switches that stay', async () => {
  const { page } = await registered('preferences@example.com')
  await page.goto(`${app.url}/email-preferences`)
  const sales = page.getByRole('switch', { name: 'Sales and purchases' })
  await expect.poll(() => sales.isChecked()).toBe(true)
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await sales.click()
  await saved
  await page.reload()
  await expect.poll(() => sales.isChecked()).toBe(false)
  expect(await page.getByRole('switch', { name: 'Workflows' }).isChecked()).toBe(true)
})

test('the link of a mail shows what it is about, changes nothing by itself, and unsubscribes with one press', async () => {
  const person = await registered('link@example.com')
  const { id: userId } = await ask<{ id: string }>(person, 'GET', '/api/user')
  const token = toUnsubscribeToken(createSigner(KEY, 'unsubscribe'), { userId, category: 'community' })
  const wanted = async () => {
    const { preferences } = await ask<Preferences>(person, 'GET', '/api/email-preferences')
    return preferences.find(({ category }) => category === 'community')?.wanted
  }
  const { page } = await someone()
  await openPage(page, `${app.url}/email-preferences?token=${token}`)
  await page.getByText('go to l…@example.com').waitFor()
  for (const { viewport } of Object.values(DEVICES)) {
    await page.setViewportSize(viewport)
    await picture(page, 'unsubscribe')
  }
  expect(await wanted()).toBe(true)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'No more mails about “Community”' }).waitFor()
  expect(await wanted()).toBe(false)
})

test('a message to support is confirmed on the screen and reaches support', async () => {
  const { page } = await registered('writer@example.com')
  await openPage(page, `${app.url}/support`)
  expect(await page.getByLabel('Email').inputValue()).toBe('writer@example.com')
  await page.getByLabel('Name').fill(' ')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('2 things need your attention').waitFor()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Message').fill('Where is my export?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('heading', { name: 'Your message is on its way' }).waitFor()
  await page.goto(`${app.url}/dev/mailbox`)
  await page.getByText('to support@fettle.test').waitFor()
  await page.getByText('Where is my export?').waitFor()
})

test('without scripts a message to support goes out as well, and what was typed comes back when it is refused', async () => {
  const { page } = await visit(browser, { javaScriptEnabled: false })
  await page.goto(`${app.url}/support`)
  await page.getByLabel('Name').fill('Grace')
  await page.getByLabel('Email').fill('no address')
  await page.getByLabel('Message').fill('Sent by hand.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  expect(await page.getByLabel('Message').inputValue()).toBe('Sent by hand.')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('heading', { name: 'Your message is on its way' }).waitFor()
})

test('a mail reads well in light and in dark, and runs nothing', async () => {
  const { page } = await registered('looks@example.com')
  await page.goto(`${app.url}/dev/mailbox`)
  await page.locator('li', { hasText: 'to looks@example.com ' }).getByText('Show as mail programs do').click()
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  const colours = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await picture(page, `mail-${colorScheme}`)
    return page.evaluate(`[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]`)
  }
  expect(await colours('light')).toEqual(['rgb(251, 250, 247)', 'rgb(23, 36, 41)'])
  expect(await colours('dark')).toEqual(['rgb(13, 20, 22)', 'rgb(239, 236, 232)'])
})

import { generateSync } from 'otplib'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './support/account.ts'
import { type AppProcess, removeApps, startApp } from './support/app-process.ts'
import { openBrowser, openPage, register, type Visit, visit } from './support/browser.ts'
import { forgetLastStep } from './support/second-factor.ts'

// Registering, signing in and changing one's account, in Chromium, with scripts and without.
let app: AppProcess
let browser: Browser
beforeAll(async () => {
  app = await startApp()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser.close()
  await removeApps()
})

const PASSWORD = 'analytical engine'
async function open(path: string, options = {}): Promise<Visit> {
  const opened = await visit(browser, options)
  await openPage(opened.page, app.url + path)
  return opened
}
async function openWithoutScripts(path: string): Promise<Visit> {
  const opened = await visit(browser, { javaScriptEnabled: false })
  await opened.page.goto(app.url + path)
  return opened
}
async function signedIn(email: string, path: string): Promise<Visit> {
  const opened = await open('/')
  await register(opened, app.url, email)
  await openPage(opened.page, app.url + path)
  return opened
}
const main = (page: Page) => page.getByRole('main')
const passwordIn = (page: Page) => main(page).getByRole('textbox', { name: 'Password' })
const pathOf = (page: Page) => page.url().slice(app.url.length)

test('registering shows what a password is worth, refuses one from a breach, and leads to the dashboard', async () => {
  const { page, problems } = await open('/auth')
  await main(page).getByRole('link', { name: 'Create account' }).click()
  await page.waitForURL(`${app.url}/auth?mode=register`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  const strength = main(page).getByRole('status').filter({ hasText: 'Password strength' })
  for (const [typed, word] of [
    ['password', 'Weak'],
    ['password1A', 'Fair'],
    ['password1A!', 'Good'],
    ['Password1234!', 'Strong'],
  ] as const) {
    await passwordIn(page).fill(typed)
    expect(await strength.textContent()).toBe(`Password strength: ${word}`)
  }
  await passwordIn(page).fill('Password1')
  await page.getByRole('checkbox').check()
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Registration failed').filter({ visible: true }).first().waitFor()
  expect(await page.getByText('This password is known from data breaches.').count()).toBeGreaterThan(0)
  expect(await passwordIn(page).getAttribute('aria-invalid')).toBe('true')
  expect(await page.evaluate('document.activeElement?.id')).toBe('password')
  await passwordIn(page).fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${app.url}/dashboard`)
  expect((await problems()).filter((text) => !text.includes('status of 422'))).toEqual([])
})

test('the terms are not agreed to in passing, and reading them loses nothing', async () => {
  const { page, context } = await open('/auth?mode=register')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('terms@example.com')
  await passwordIn(page).fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Please agree to the terms of use').waitFor()
  const beside = context.waitForEvent('page')
  await main(page).getByRole('link', { name: 'privacy policy' }).click()
  await (await beside).waitForURL(`${app.url}/privacy`)
  expect(await page.getByLabel('Email').inputValue()).toBe('terms@example.com')
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
})

test('a password manager finds its fields', async () => {
  const { page } = await open('/auth')
  const tokens = () =>
    page.evaluate(`[...document.querySelectorAll('main form input')].map((field) => field.autocomplete).join(' ')`)
  expect(await tokens()).toBe('username current-password')
  await main(page).getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('Name').waitFor()
  expect(await tokens()).toMatch(/^name email new-password/)
})

test('a protected page leads through the sign-in and back to itself', async () => {
  await signedIn('back-again@example.com', '/')
  const { page } = await open('/settings?from=mail')
  expect(pathOf(page)).toBe('/auth?redirect=%2Fsettings%3Ffrom%3Dmail')
  await page.getByLabel('Email').fill('back-again@example.com')
  await passwordIn(page).fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${app.url}/settings?from=mail`)
})

test('the dialog signs in from any page and leads to the dashboard', async () => {
  await signedIn('dialog@example.com', '/')
  const { page, problems } = await open('/explore')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill('dialog@example.com')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByText('Email or password is wrong').waitFor()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Create account' }).getByLabel('Name').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${app.url}/dashboard`)
  await expect.poll(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
  expect((await problems()).filter((text) => !text.includes('status of 401'))).toEqual([])
})

test('without scripts people register, are told what is wrong, and sign in', async () => {
  const { page, context } = await openWithoutScripts('/auth?mode=register&redirect=%2Fworkflows')
  const submit = (name: string) => main(page).getByRole('button', { name, exact: true }).click()
  await page.getByLabel('Name').fill('Native')
  await page.getByLabel('Email').fill('native@example.com')
  await passwordIn(page).fill('password1')
  await page.getByRole('checkbox').check()
  await submit('Create account')
  await page.getByText('This password is known from data breaches.').first().waitFor()
  expect(pathOf(page)).toBe('/auth?mode=register&redirect=%2Fworkflows')
  expect(await page.getByLabel('Email').inputValue()).toBe('native@example.com')
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  expect(await passwordIn(page).inputValue()).toBe('')
  expect(await page.content()).not.toContain('password1')
  await passwordIn(page).fill(PASSWORD)
  await submit('Create account')
  await page.waitForURL(`${app.url}/workflows`)
  await context.clearCookies()
  await page.goto(`${app.url}/auth?redirect=//evil.example`)
  await page.getByLabel('Email').fill('native@example.com')
  await passwordIn(page).fill('guess')
  await submit('Sign in')
  expect(await main(page).getByRole('alert').textContent()).toBe('Email or password is wrong')
  await passwordIn(page).fill(PASSWORD)
  await submit('Sign in')
  await page.waitForURL(`${app.url}/dashboard`)
})

test('without scripts the second factor is asked for all the same', async () => {
  const owner = await signedIn('native-factor@example.com', '/')
  const { secret } = await ask<{ secret: string }>(owner, 'POST', '/api/second-factor/totp')
  await ask(owner, 'POST', '/api/second-factor/totp/confirm', { code: generateSync({ secret }) })
  await forgetLastStep(app)
  const { page, context } = await openWithoutScripts('/auth?redirect=%2Fworkflows')
  await page.getByLabel('Email').fill('native-factor@example.com')
  await passwordIn(page).fill(PASSWORD)
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await context.cookies()).toEqual([])
  await page.getByLabel('Code').fill('000000')
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('This code is wrong or was used before').waitFor()
  await page.getByLabel('Code').fill(generateSync({ secret }))
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${app.url}/workflows`)
})

test('the form without scripts is no way around the limits, and no other site may send it', async () => {
  const post = (headers: Record<string, string>, body: Record<string, string>) =>
    fetch(`${app.url}/auth`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(body).toString(),
    })
  const ours = { origin: app.url, 'sec-fetch-site': 'same-origin' }
  const guess = { email: 'throttled@example.com', password: 'guess' }
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) statuses.push((await post(ours, guess)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
  const refused = await post(ours, guess)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const foreign: readonly Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { origin: app.url, 'sec-fetch-site': 'cross-site' },
    { ...ours, 'content-type': 'text/plain' },
  ]
  const answers = await Promise.all(foreign.map(async (headers) => (await post(headers, guess)).status))
  expect(answers).toEqual([403, 403, 403, 403, 403, 403])
})

test('a picture is chosen, shown and removed', async () => {
  const { page, problems } = await signedIn('picture@example.com', '/settings')
  const panel = page.getByRole('region', { name: 'Profile' })
  const input = panel.locator('input[type=file]')
  const svg = { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') }
  await input.setInputFiles(svg)
  await panel.getByText('Choose a JPEG, PNG or WebP picture').waitFor()
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a02050' } })
    .png()
    .toBuffer()
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const image = panel.locator('img')
  await image.waitFor()
  await expect.poll(() => page.evaluate(`document.querySelector('#profile img')?.naturalWidth`)).toBe(256)
  await panel.getByRole('button', { name: 'Remove picture' }).click()
  await expect.poll(() => image.count()).toBe(0)
  expect((await problems()).filter((text) => !text.includes('status of 422'))).toEqual([])
})

test('a changed password ends the other browser, and the new one signs in', async () => {
  const here = await signedIn('changes@example.com', '/settings#password')
  const elsewhere = await open('/auth')
  await elsewhere.page.getByLabel('Email').fill('changes@example.com')
  await passwordIn(elsewhere.page).fill(PASSWORD)
  await main(elsewhere.page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await elsewhere.page.waitForURL(`${app.url}/dashboard`)

  const panel = here.page.getByRole('region', { name: 'Password' })
  await panel.getByRole('textbox', { name: 'Current password' }).fill('not this one')
  await panel.getByRole('textbox', { name: 'New password' }).fill('a quite different sentence')
  await panel.getByRole('button', { name: 'Change password' }).click()
  await panel.getByText('This password is wrong').waitFor()
  await panel.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await panel.getByRole('button', { name: 'Change password' }).click()
  await here.page.getByText('1 other session ended.').filter({ visible: true }).first().waitFor()

  await elsewhere.page.goto(`${app.url}/settings`)
  expect(pathOf(elsewhere.page)).toBe('/auth?redirect=%2Fsettings')
  await elsewhere.page.getByLabel('Email').fill('changes@example.com')
  await passwordIn(elsewhere.page).fill('a quite different sentence')
  await main(elsewhere.page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await elsewhere.page.waitForURL(`${app.url}/settings`)
  await here.page.reload()
  expect(pathOf(here.page)).toBe('/settings#password')
})

test('the settings name every part of an account and lead to each', async () => {
  const { page } = await signedIn('settings@example.com', '/settings')
  const targets = await page.evaluate<string[]>(
    `[...document.querySelectorAll('nav[aria-label=Settings] a')].map((link) => link.hash)`,
  )
  expect(targets).toEqual(expect.arrayContaining(['#profile', '#password', '#second-factor', '#passkeys', '#devices']))
  for (const target of targets)
    await expect.poll(() => page.locator(target).locator('h2').count(), { message: target }).toBe(1)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL(`${app.url}/settings#profile`)
})

test('the theme of the settings and of the header are one', async () => {
  const { page } = await signedIn('theme@example.com', '/settings')
  await page.getByRole('region', { name: 'Appearance' }).getByRole('radio', { name: 'Dark' }).check()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.getByRole('button', { name: 'Theme: Dark' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
})

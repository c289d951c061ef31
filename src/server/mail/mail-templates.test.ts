import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { composeMail } from './compose-mail.ts'
import { type MailTemplate, REASONS } from './mail-template.ts'

const SRC = join(import.meta.dirname, '../..')
const SITE = 'https://fettle.example'
const isTemplate = (value: unknown): value is MailTemplate<unknown> =>
  typeof value === 'object' && value !== null && 'write' in value && 'example' in value

const files = globSync('features/**/*.mails.ts', { cwd: SRC })
const modules = await Promise.all(
  files.map(async (file) => Object.entries((await import(join(SRC, file))) as Record<string, unknown>)),
)
const templates = modules.flat().flatMap(([name, value]) => (isTemplate(value) ? [{ name, template: value }] : []))

test('templates lie in *.mails.ts, where this test finds them', () => {
  const elsewhere = globSync('**/*.ts', { cwd: SRC }).filter(
    (file) =>
      !/\.(mails|test)\.ts$/.test(file) &&
      file !== join('server', 'mail', 'mail-template.ts') &&
      readFileSync(join(SRC, file), 'utf8').includes('defineMail'),
  )
  expect(elsewhere).toEqual([])
  expect(templates.length).toBeGreaterThan(0)
})

test.each(templates)('$name reads well in every mail program', ({ template }) => {
  const { action, reason = REASONS[template.category], ...content } = template.write(template.example)
  const { subject, text, html } = composeMail({
    ...{ ...content, reason },
    action: action && { label: action.label, url: SITE + action.path },
    links: [{ label: 'Unsubscribe', url: `${SITE}/email-preferences?token=t` }],
  })
  // Beyond 78 characters, and with line breaks, a subject is no subject (RFC 5322, section 2.1.1).
  expect(subject).toMatch(/^[^\r\n]{5,78}$/)
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(Buffer.byteLength(html) + Buffer.byteLength(text)).toBeLessThan(100_000)
  expect(html).not.toMatch(/<(img|script|link|iframe|form)|url\(|@import/i)
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  for (const href of links) {
    expect(href.startsWith(`${SITE}/`), href).toBe(true)
    expect(text).toContain(href)
  }
  expect(action === undefined || action.path.startsWith('/')).toBe(true)
  for (const paragraph of content.paragraphs) expect(text).toContain(paragraph)
  expect(`${subject} ${text}`).not.toMatch(/undefined|\[object|NaN/)
})

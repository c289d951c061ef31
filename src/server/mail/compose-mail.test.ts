import { expect, test } from 'vitest'
import { composeMail, MAIL_PALETTES } from './compose-mail.ts'

const mail = {
  subject: 'Confirm <your> address',
  paragraphs: ['Hello "you" & all.', 'A second one.'],
  action: { label: 'Confirm', url: 'https://fettle.example/auth?mode=verify&x=1#token=abc' },
  reason: 'You get this mail because you registered.',
  links: [{ label: 'Unsubscribe', url: 'https://fettle.example/email-preferences?token=t' }],
}

test('the text says the same as the page, for programs that show only text', () => {
  expect(composeMail(mail).text).toBe(`Confirm <your> address

Hello "you" & all.

A second one.

Confirm:
https://fettle.example/auth?mode=verify&x=1#token=abc

-- 
You get this mail because you registered.
Unsubscribe: https://fettle.example/email-preferences?token=t
`)
})

test('what was put in stays text', () => {
  const { html } = composeMail(mail)
  expect(html).toContain('<h1>Confirm &lt;your&gt; address</h1>')
  expect(html).toContain('<p>Hello &quot;you&quot; &amp; all.</p>')
  expect(html).toContain('href="https://fettle.example/auth?mode=verify&amp;x=1#token=abc">Confirm</a>')
})

// WCAG 2.2, relative luminance and contrast ratio.
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries(MAIL_PALETTES))('on %s every text has a contrast of at least 4.5', (_, palette) => {
  const { canvas, surface, text, quiet, link, accent, onAccent } = palette
  const pairs = [
    [text, surface],
    [quiet, surface],
    [link, surface],
    [quiet, canvas],
    [link, canvas],
    [onAccent, accent],
  ] as const
  expect(pairs.filter(([one, other]) => contrast(one, other) < 4.5)).toEqual([])
})

import { expect, test } from 'vitest'
import { embedCode } from './embed-code.ts'

test('is one frame with the theme, the height and the inputs', () => {
  const options = { origin: 'https://fettle.example', slug: 'tip-calculator', title: 'Tip Calculator' }
  expect(embedCode({ ...options, theme: 'dark', height: 480, hash: '#in=eyJiIjoxfQ' })).toBe(
    `<iframe src="https://fettle.example/embed/tip-calculator?theme=dark#in=eyJiIjoxfQ"
  title="Tip Calculator" width="100%" height="480" loading="lazy"
  sandbox="allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox"
  allow="clipboard-write" style="border: 0"></iframe>`,
  )
  expect(embedCode(options)).toContain('src="https://fettle.example/embed/tip-calculator"\n')
})

test('a title cannot end its attribute', () => {
  const code = embedCode({ origin: '', slug: 'x', title: '"><script>alert(1)</script>&' })
  expect(code).toContain('title="&quot;>&lt;script>alert(1)&lt;/script>&amp;"')
})

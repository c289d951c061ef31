import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { text } from '#src/sdk/outputs.ts'
import { OutputHtml } from './output-html.tsx'

const spec = text('Preview', { format: 'html' })
const draw = (value: unknown) => renderToString(<OutputHtml spec={spec} value={value} />)

test('the page is in a frame that may do nothing', () => {
  const html = draw('<p title="x">a</p><script>alert(1)</script>')
  expect(html).toContain('sandbox=""')
  expect(html).toContain('title="Preview"')
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})

test('the policy comes before anything that could fetch', () => {
  const [, page = ''] = /srcDoc="([^"]*)"/i.exec(draw('<img src="/x">')) ?? []
  expect(page).toMatch(
    /^&lt;meta http-equiv=&quot;Content-Security-Policy&quot; content=&quot;default-src &#x27;none&#x27;/,
  )
  expect(page.indexOf('/x')).toBeGreaterThan(page.indexOf('img-src data:'))
})

test('another shape is shown as JSON', () => {
  expect(draw({ a: 1 })).not.toContain('<iframe')
})

import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { text } from '#src/sdk/outputs.ts'
import { OutputHtml } from './output-html.tsx'

const spec = text('Preview', { format: 'html' })
const draw = (value: unknown, root = {}) => {
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => <OutputHtml spec={spec} value={value} /> }])
  return renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root } }} />)
}

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

test('where there is a host for what strangers made, nothing of the page is in ours', () => {
  const html = draw('<p>secret</p>', { contentUrl: 'https://content.example' })
  expect(html).toContain('<iframe')
  expect(html).not.toContain('secret')
})

test('another shape is shown as JSON', () => {
  expect(draw({ a: 1 })).not.toContain('<iframe')
})

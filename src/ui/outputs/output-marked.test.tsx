import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { text } from '#src/sdk/outputs.ts'
import { OutputMarked } from './output-marked.tsx'

const spec = text('Text', { type: 'any', format: 'marked' })
const draw = (value: unknown) => renderToString(<OutputMarked spec={spec} value={value} />).replaceAll('<!-- -->', '')
const words = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test('marks are marks, groups have their number, and the text stays text', () => {
  const html = draw([{ text: '<i>' }, { text: 'a&b', mark: 1, group: 2 }])
  expect(html).toContain('&lt;i&gt;')
  expect(html.match(/<mark/g)).toHaveLength(1)
  expect(html).toMatch(/<sup[^>]*>.*2.*<\/sup>.*a&amp;b/)
})

test('neighbouring marks look different, pieces of one mark the same', () => {
  const looks = [...draw([1, 1, 2].map((mark) => ({ text: 'a', mark }))).matchAll(/<mark class="([^"]*)"/g)].map(
    ([, look]) => look,
  )
  expect(looks[0]).toBe(looks[1])
  expect(looks[0]).not.toBe(looks[2])
})

test('an empty mark and a marked line end can be seen', () => {
  expect(words(draw([{ text: '', mark: 1 }]))).toContain('empty match')
  expect(words(draw([{ text: 'a\n', mark: 1 }]))).toContain('a↵\n')
  expect(words(draw([{ text: 'a\n' }]))).not.toContain('↵')
})

test('another shape is shown as JSON', () => {
  expect(draw([{ txt: 1 }])).toContain('txt')
  expect(draw('a')).not.toContain('<pre class="p-3 font-mono')
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SRC = new URL('..', import.meta.url)
const COMPONENTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
)

const HUES =
  'slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose'
const RAW_COLOUR = new RegExp(
  [
    String.raw`(?<=["'\s[(:])#[0-9a-f]{3,8}(?=["'\s\])])`,
    String.raw`\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color-mix)\(`,
    String.raw`\b(?:bg|text|border|fill|stroke|ring|outline|shadow|from|to|via|decoration|accent|caret)-(?:${HUES})-\d{2,3}\b`,
    String.raw`\b(?:bg|text|border|fill|stroke)-(?:white|black)\b`,
  ].join('|'),
  'i',
)

test('colours are written in tokens.css and nowhere else', () => {
  const found = COMPONENTS.flatMap((path) =>
    readFileSync(new URL(path, SRC), 'utf8')
      .split('\n')
      .flatMap((line, index) => (RAW_COLOUR.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test.each(['className="bg-red-500"', "color: '#fff'", 'fill="rgb(0 0 0)"', 'className="text-white"', 'oklch(1 0 0)'])(
  'the rule catches %s',
  (line) => {
    expect(RAW_COLOUR.test(line)).toBe(true)
  },
)

test.each(['className="bg-surface text-text-2"', 'href="#main"', 'id="#f"', 'to="/explore#add"'])(
  'the rule lets %s pass',
  (line) => {
    expect(RAW_COLOUR.test(line)).toBe(false)
  },
)

import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { morseCode } from './morse-code.tool.ts'

const run = (action: string, text: string) => {
  const outcome = runTool(morseCode, { action, text })
  return outcome.ok ? outcome.outputs.result : outcome.error.details
}

// ITU-R M.1677-1, annex 1, section 1.1: every letter, figure and sign.
const TABLE =
  'A .- B -... C -.-. D -.. E . É ..-.. F ..-. G --. H .... I .. J .--- K -.- L .-.. M -- N -. O --- P .--. Q --.- R .-. S ... T - U ..- V ...- W .-- X -..- Y -.-- Z --.. 1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----. 0 ----- . .-.-.- , --..-- : ---... ? ..--.. \' .----. - -....- / -..-. ( -.--. ) -.--.- " .-..-. = -...- + .-.-. @ .--.-.'.split(
    ' ',
  )

test('the whole table, both ways', () => {
  for (let index = 0; index < TABLE.length; index += 2) {
    const [letter = '', code = ''] = TABLE.slice(index, index + 2)
    expect(run('encode', letter)).toBe(code)
    expect(run('encode', letter.toLowerCase())).toBe(code)
    expect(run('decode', code)).toBe(letter)
  }
})

test.each([
  ['', ''],
  ['  two   words ', '- .-- --- / .-- --- .-. -.. ...'],
  ['a\nb', '.-\n-...'],
  ['“ok” – 1×2', '.-..-. --- -.- .-..-. / -....- / .---- -..- ..---'],
  ['Ü', '..-'],
  ['e\u0301', '..-..'],
  ['<ka> hi <SK>', '-.-.- / .... .. / ...-.-'],
  ['<AS>', '.-...'],
])('%j becomes %j', (text, code) => {
  expect(run('encode', text)).toBe(code)
})

// ITU-R M.1677-1, annex 1, sections 3.3.2 and 4.3: a hyphen keeps the figures of a number apart.
test.each([
  ['2%', '2-0/0'],
  ['4½‰', '4-1/2-0/00'],
  ['½%', '1/2-0/0'],
  ['1¾', '1-3/4'],
  ['⅒', '1/10'],
  ['%', '0/0'],
  ['a%', 'a0/0'],
])('%s is sent as %s', (text, sent) => {
  expect(run('encode', text)).toBe(run('encode', sent))
  expect(run('decode', String(run('encode', text)))).toBe(sent.toUpperCase())
})

test.each([
  ['.... .. / - .... . .-. .', 'HI THERE'],
  ['.... ..   - .... . .-. .', 'HI THERE'],
  ['.... ..|- .... . .-. .', 'HI THERE'],
  ['−·−·  •–•', 'CR'],
  ['.-\n-...', 'A\nB'],
  ['-.-.-- ', '!'],
  ['-.-.- / ...-. / ........ / ...-.-', '<KA> <SN> <HH> <SK>'],
  ['', ''],
])('%j is %j', (code, text) => {
  expect(run('decode', code)).toBe(text)
})

test('what has no code is refused, and said', () => {
  expect(run('encode', 'жук')).toEqual([
    { field: 'text', message: 'Text must have characters with a Morse code: “ж” has none' },
  ])
  expect(run('encode', '<QQ>')).toEqual([
    { field: 'text', message: 'Text must have characters with a Morse code: “<QQ>” has none' },
  ])
  expect(run('decode', '... .......')).toEqual([
    { field: 'text', message: 'Text must be Morse code: “.......” stands for nothing' },
  ])
  expect(run('decode', 'hello')).toMatchObject([{ field: 'text' }])
})

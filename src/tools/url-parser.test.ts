import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { urlParser } from './url-parser.tool.ts'

const run = (url: string): Record<string, unknown> => {
  const outcome = runTool(urlParser, { url })
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details }
}

// RFC 3986, section 1.1.2 and 3.
test.each([
  ['foo://example.com:8042/over/there?name=ferret#nose', 'foo:', 'example.com:8042', '/over/there', '#nose'],
  ['ftp://ftp.is.co.za/rfc/rfc1808.txt', 'ftp:', 'ftp.is.co.za', '/rfc/rfc1808.txt', ''],
  ['mailto:John.Doe@example.com', 'mailto:', '', 'John.Doe@example.com', ''],
  [
    'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
    'urn:',
    '',
    'oasis:names:specification:docbook:dtd:xml:4.1.2',
    '',
  ],
])('%s', (url, protocol, host, pathname, hash) => {
  expect(run(url)).toMatchObject({ protocol, host, pathname, hash })
})

test('parameters are decoded, and kept in their order', () => {
  expect(run('https://a.example/?b=1&a=%C3%A9&b=&c')).toMatchObject({
    params: { b: ['1', ''], a: 'é', c: '' },
    query: [
      { name: 'b', value: '1' },
      { name: 'a', value: 'é' },
      { name: 'b', value: '' },
      { name: 'c', value: '' },
    ],
  })
  expect(run('https://a.example/?__proto__=1').params).toEqual(JSON.parse('{"__proto__":"1"}'))
})

// RFC 3492, and the IDNA test domain of IANA.
test('names of other scripts are written in Punycode', () => {
  expect(run('https://bücher.example/')).toMatchObject({ hostname: 'xn--bcher-kva.example' })
})

test.each(['', 'example.com', '/path', 'https://', 'http://a b/', 'http://1.2.3.256/'])(
  '%j is no whole address',
  (url) => {
    expect(run(url)).toMatchObject({ problems: [{ field: 'url' }] })
  },
)

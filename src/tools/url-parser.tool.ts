import { defineTool, json, string, ToolError, table, text } from '#src/sdk/index.ts'

const LONGEST_URL = 20_000

function parsed(given: string): URL {
  if (URL.canParse(given)) return new URL(given)
  throw new ToolError('URL must be a whole address, such as https://example.com/path', { field: 'url' })
}

/** One value for each name, or a list where a name comes several times. */
function byName(params: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(params.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

export const urlParser = defineTool({
  slug: 'url-parser',
  title: 'URL Parser',
  description: 'Takes a web address apart: protocol, host, port, path, decoded query parameters and fragment.',
  category: 'developer',
  tags: ['url', 'web', 'parse'],
  keywords: [
    'parse url',
    'query string',
    'query parameters',
    'hostname',
    'protocol',
    'port',
    'path',
    'fragment',
    'hash',
    'uri',
    'punycode',
  ],
  input: [
    string('url', {
      label: 'URL',
      placeholder: 'https://user@example.com:8080/path?q=1#top',
      required: true,
      maxLength: LONGEST_URL,
    }),
  ],
  output: {
    href: text('Normalised', { format: 'code', primary: true }),
    protocol: text('Protocol', { format: 'code' }),
    username: text('User name', { format: 'code' }),
    password: text('Password', { format: 'code' }),
    host: text('Host', { format: 'code', help: 'With the port, unless it is the usual one.' }),
    hostname: text('Host name', { format: 'code' }),
    port: text('Port', { format: 'code' }),
    origin: text('Origin', { format: 'code' }),
    pathname: text('Path', { format: 'code' }),
    search: text('Query', { format: 'code' }),
    hash: text('Fragment', { format: 'code' }),
    params: json('Parameters', { type: 'object' }),
    query: table('Parameters in their order', {
      columns: [
        { name: 'name', label: 'Name' },
        { name: 'value', label: 'Value' },
      ],
    }),
  },
  run: ({ url: given }) => {
    const url = parsed(given)
    const { href, protocol, username, password, host, hostname, port, origin, pathname, search, hash } = url
    return {
      ...{ href, protocol, username, password, host, hostname, port, origin, pathname, search, hash },
      params: byName(url.searchParams),
      query: [...url.searchParams].map(([name, value]) => ({ name, value })),
    }
  },
  examples: [
    {
      title: 'All its parts',
      input: { url: 'http://user:pass@foo:21/bar;par?b#c' },
      output: {
        protocol: 'http:',
        host: 'foo:21',
        pathname: '/bar;par',
        hash: '#c',
        username: 'user',
        password: 'pass',
      },
      source: 'web-platform-tests, url/resources/urltestdata.json: “http://user:pass@foo:21/bar;par?b#c”',
    },
    {
      title: 'Capitals and dots',
      input: { url: 'https://EXAMPLE.com/../x' },
      output: { href: 'https://example.com/x' },
      source: 'WHATWG URL, “URLs”, table of examples: https://EXAMPLE.com/../x',
    },
    {
      title: 'The usual port is left out',
      input: { url: 'http://example.com:80/?q=a+b&q=c%20d' },
      output: { host: 'example.com', params: { q: ['a b', 'c d'] } },
      source: 'WHATWG URL, special schemes: the default port of http is 80; section 5.1: + is a space',
    },
    {
      title: 'An IPv6 address',
      input: { url: 'http://[2001:0db8:85a3::8A2E:370:7334]/' },
      output: { hostname: '[2001:db8:85a3::8a2e:370:7334]' },
      source: 'RFC 5952, section 4: leading zeros are left out, letters are small',
    },
  ],
  method: {
    formula: 'Parsed as browsers do, by the WHATWG URL standard.',
    rounding: 'None.',
    notes:
      'Host names are in small letters and Punycode, dots in paths are resolved, default ports left out. Only parameters are decoded, + is a space; a name that comes several times has a list. Relative addresses are refused.',
  },
  sources: [
    { title: 'WHATWG URL Standard', url: 'https://url.spec.whatwg.org/' },
    {
      title: 'RFC 3986, Uniform Resource Identifier (URI): Generic Syntax',
      url: 'https://www.rfc-editor.org/rfc/rfc3986',
    },
  ],
})

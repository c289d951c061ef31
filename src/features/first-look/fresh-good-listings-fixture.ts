import type { ToolContent } from '#src/features/creator-tools/tool-content.schema.ts'
import { aField, aListing, codeListing, formListing } from './listing-fixture.ts'

/** Honest tools about what the first look is afraid of; written without a look at the rules. */
export const FRESH_GOOD_LISTINGS: readonly ToolContent[] = [
  codeListing(
    'URL parts',
    'Splits an address into scheme, host, path, query and fragment.',
    '  const [, scheme, host, path] = /^(https?):\\/\\/([^/]+)(.*)$/.exec(input.text) ?? []',
    "  return { result: scheme + '\\n' + host + '\\n' + path }",
  ),
  codeListing(
    'UTM links',
    'Adds campaign parameters to an address.',
    "  const base = input.text || 'https://www.example.com/landing'",
    "  return { result: base + '?utm_source=' + encodeURIComponent(input.source) + '&utm_medium=email' }",
  ),
  codeListing(
    'JWT decoder',
    'Shows what is in a JSON web token. It does not check the signature.',
    "  const [header, payload] = input.text.split('.').slice(0, 2).map((part) => JSON.parse(fromBase64Url(part)))",
    '  return { result: JSON.stringify({ header, payload }) }',
  ),
  codeListing(
    'Base64 decoder',
    'Base64 to text and back, with the URL-safe alphabet.',
    "  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'",
    "  let bits = ''; for (const c of input.text) bits += ALPHABET.indexOf(c).toString(2).padStart(6, '0')",
    '  return { result: bits.match(/.{8}/g).map((b) => String.fromCharCode(parseInt(b, 2))).join("") }',
  ),
  codeListing(
    'SHA-256',
    'The SHA-256 of a text, by the steps of FIPS 180-4.',
    '  const K = [0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5]',
    "  // Of the empty text: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
    '  return { result: digest(K, input.text) }',
  ),
  formListing('Password generator', 'Random passwords with the signs that you choose.', [
    aField('length', 'Length', { type: 'number', default: 20 }),
    aField('signs', 'Signs', { default: '!@#$%^&*' }),
  ]),
  formListing('Password strength', 'How long a guess of your password would take. Use one like it, not the real one.', [
    'A password like yours',
  ]),
  codeListing(
    'API key formatter',
    'Hides all of a key but its beginning and its last four signs.',
    "  const [prefix, rest] = input.text.split('_live_')",
    "  return { result: prefix + '_live_' + '•'.repeat(rest.length - 4) + rest.slice(-4) }",
  ),
  formListing('API key formatter for logs', 'Masks keys such as sk_live_… or ghp_… in a text.', ['Log lines']),
  codeListing(
    'Regex tester',
    'Matches of a pattern in a text, with their groups.',
    '  const pattern = new RegExp(input.pattern, input.flags)',
    '  return { result: [...input.text.matchAll(pattern)].map((m) => m[0]).join("\\n") }',
  ),
  codeListing(
    'Regular expression for e-mail',
    'Whether an address of e-mail looks right.',
    "  const pattern = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*$/",
    "  return { result: pattern.test(input.text) ? 'yes' : 'no' }",
  ),
  codeListing(
    'HTTP status codes',
    'What a status of HTTP means, by RFC 9110.',
    "  const words = { 200: 'OK', 301: 'Moved Permanently', 401: 'Unauthorized: send credentials', 404: 'Not Found' }",
    "  return { result: words[input.text] ?? 'Unknown' }",
  ),
  codeListing(
    'Credit card validator',
    'Checks the last digit of a card number by the Luhn algorithm. Try 4111 1111 1111 1111.',
    "  const digits = input.text.replace(/\\D/g, '')",
    '  let sum = 0; for (let i = 0; i < digits.length; i++) sum += luhn(digits, i)',
    "  return { result: sum % 10 === 0 ? 'valid' : 'not valid' }",
  ),
  formListing('IBAN validator', 'Whether the check digits of an IBAN are right.', ['IBAN']),
  codeListing(
    'UUID maker',
    'UUIDs of version 4 from random bytes.',
    "  return { result: 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (c) => pick(c)) }",
  ),
  codeListing(
    'UUID inspector',
    'Version and time of a UUID.',
    "  const sample = '018f3d6e-7c2a-7b4e-9f10-3a5d6c7b8e90'",
    '  return { result: versionOf(input.text || sample) }',
  ),
  codeListing(
    'HTML entities',
    'Escapes and unescapes signs of HTML.',
    "  const map = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\"': '&quot;' }",
    '  return { result: input.text.replace(/[&<>"]/g, (c) => map[c]) }',
  ),
  codeListing(
    'curl to fetch',
    'Turns a curl command into a call of fetch.',
    '  return { result: "await fetch(\'" + urlOf(input.text) + "\', { method: \'POST\' })" }',
  ),
  codeListing(
    'WebSocket close codes',
    'What 1000 to 1015 mean.',
    "  return { result: { 1000: 'normal', 1001: 'going away', 1006: 'closed without a frame' }[input.text] }",
  ),
  codeListing(
    'Content security policy',
    'Builds a policy from sources of scripts, styles and pictures.',
    "  const policy = [\"default-src 'self'\", 'connect-src ' + input.text, 'img-src https://images.example.com data:']",
    "  return { result: policy.join('; ') }",
  ),
  codeListing(
    'Nginx redirect',
    'Lines for a redirect from http to https.',
    "  return { result: 'server { listen 80; server_name ' + input.text + '; return 301 https://$host$request_uri; }' }",
  ),
  codeListing(
    'robots.txt reader',
    'Which paths a crawler may visit.',
    "  return { result: input.text.split('\\n').filter((line) => /^disallow:/i.test(line)).join('\\n') }",
  ),
  codeListing(
    'Hex dump',
    'Bytes of a text in hexadecimal.',
    "  return { result: [...input.text].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join(' ') }",
  ),
  codeListing(
    'Caesar cipher',
    'Moves letters by a number of places.',
    '  return { result: input.text.replace(/[a-z]/g, (c) => String.fromCharCode((c.charCodeAt(0) - 97 + 3) % 26 + 97)) }',
  ),
  codeListing(
    'ROT13',
    'Moves letters by 13 places.',
    "  return { result: input.text.split('').map((c) => shift(c)).reverse().reverse().join('') }",
  ),
  formListing('HMAC calculator', 'The HMAC of a message under a key that you make up.', ['Message', 'Secret key']),
  formListing('htpasswd line', 'A line for basic authentication of a web server.', [
    'Username',
    aField('password', 'Password', { type: 'password', secret: true }),
  ]),
  formListing('Basic auth header', 'The header for a name and a password, in base64.', ['Username', 'Password']),
  formListing('Wi-Fi code', 'The text of a QR code for guests.', ['Network (SSID)', 'Wi-Fi password']),
  formListing('Gas fee', 'What a transfer costs in ether at a price of gas.', ['Gas used', 'Price in gwei']),
  formListing('Wallet address check', 'Whether the checksum of an address is right (EIP-55).', ['Address']),
  formListing('Seed phrase length', 'How many bits 12, 15, 18, 21 or 24 words of BIP-39 stand for.', [
    aField('words', 'Number of words', { type: 'number', default: 12 }),
  ]),
  formListing('PIN combinations', 'How many PINs of so many digits there are.', ['Digits']),
  formListing('Loan calculator', 'Monthly payment of a loan by amount, rate and years.', ['Amount', 'Rate', 'Years']),
  formListing('Casino odds', 'The expected loss of a bet on red at roulette.', ['Bet']),
  aListing({
    title: 'YouTube thumbnail size',
    description: 'Pixels and ratio of a thumbnail, as https://support.google.com/youtube/answer/72431 says.',
  }),
  aListing({
    title: 'Prompt counter',
    description: 'Estimates the tokens of a prompt such as “You are a helpful assistant”.',
  }),
  codeListing(
    'Slack message',
    'Turns Markdown into the marks of Slack.',
    "  return { result: input.text.replace(/\\*\\*(.+?)\\*\\*/g, '*$1*').replace(/\\[(.+?)\\]\\((.+?)\\)/g, '<$2|$1>') }",
  ),
  codeListing(
    'SVG from a colour',
    'A square in a colour, as SVG.',
    '  return { result: \'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect fill="\' + input.text + \'"/></svg>\' }',
  ),
  codeListing(
    'Env file to JSON',
    'Lines of an .env file become JSON.',
    "  const sample = 'API_KEY=your-key-here\\nDATABASE_URL=postgres://user:password@localhost:5432/app'",
    '  return { result: JSON.stringify(parse(input.text || sample)) }',
  ),
]

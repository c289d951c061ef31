/**
 * The part behind the check digits (BBAN), by the IBAN Registry of SWIFT and, for the countries of Africa and Iran that
 * are not in it, as their banks use it: so many digits (n), capitals (a), or digits and capitals (c).
 */
const COUNTRIES: Readonly<Record<string, string>> = {
  '11n': 'NO',
  '12n': 'BE',
  '14n': 'DK FI FO GL SD',
  '15n': 'SI',
  '16n': 'AT BA EE LT MN XK',
  '17n': 'HR',
  '18n': 'CR DE ME RS VA',
  '19n': 'AE IL SO TL',
  '20n': 'CZ ES SE SK TN',
  '21n': 'AO CV LY MZ PT ST',
  '22n': 'DZ IR IS',
  '23n': 'BI CF CG CM DJ GA GQ KM MG MR TD',
  '24n': 'HU MA PL',
  '25n': 'EG',
  '2a12n': 'FK',
  '2a16n': 'GE',
  '2a22n': 'NE SN TG',
  '1a23n': 'CI',
  '1a10n12c': 'IT SM',
  '4a10n': 'NL',
  '4a14n': 'GB IE',
  '4a15n': 'IQ',
  '4a16n': 'VG',
  '4a20n': 'HN NI SV',
  '4a13c': 'LV',
  '4a14c': 'BH',
  '4a15c': 'GI',
  '4a16c': 'PK RO',
  '4a20c': 'AZ',
  '4a21c': 'PS QA',
  '4a22c': 'KW',
  '4a24c': 'LC',
  '4a4n18c': 'JO YE',
  '4a5n18c': 'MT',
  '4a6n8c': 'BG',
  '4a19n3a': 'MU',
  '4a20n3a': 'SC',
  '4c4n16c': 'BY',
  '4c20n': 'DO',
  '2c19n': 'GW',
  '2c22n': 'BF BJ ML',
  '20c': 'MD',
  '24c': 'GT',
  '2n18c': 'SA',
  '3n10c2n': 'MK',
  '3n13c': 'KZ LU',
  '3n16c': 'OM',
  '4n20c': 'LB',
  '5n12c': 'CH LI',
  '6n16c': 'TR',
  '6n19c': 'UA',
  '7n16c': 'GR',
  '8n12c': 'AD',
  '8n16c': 'AL CY',
  '10n11c2n': 'FR MC',
  '14n15c': 'RU',
  '23n1a1c': 'BR',
}

const CLASSES: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }
const KINDS: Readonly<Record<string, string>> = { n: 'digits', a: 'capitals', c: 'digits or capitals' }

export interface Structure {
  /** Of the whole IBAN. */
  readonly length: number
  readonly bban: RegExp
  /** "4 capitals, 14 digits". */
  readonly description: string
}

function toStructure(notation: string): Structure {
  const parts = [...notation.matchAll(/(\d+)([nac])/g)].map(([, count = '', kind = '']) => ({ count, kind }))
  return {
    length: 4 + parts.reduce((sum, { count }) => sum + Number(count), 0),
    bban: new RegExp(`^${parts.map(({ count, kind }) => `${CLASSES[kind]}{${count}}`).join('')}$`),
    description: parts.map(({ count, kind }) => `${count} ${KINDS[kind]}`).join(', '),
  }
}

/** By the ISO 3166 code of the country. */
export const STRUCTURES: ReadonlyMap<string, Structure> = new Map(
  Object.entries(COUNTRIES).flatMap(([notation, countries]) =>
    countries.split(' ').map((country) => [country, toStructure(notation)] as const),
  ),
)

import type { Field, Tool } from '#src/sdk/index.ts'
import { equals, NUMBER, type Question, toValue } from './question.ts'

/** Names of several units, as the one that is meant most often; the answer says which. */
const USUAL_MEASURES: Readonly<Record<string, string>> = {
  gallon: 'gal-us',
  gallons: 'gal-us',
  gal: 'gal-us',
  quart: 'qt-us',
  quarts: 'qt-us',
  pint: 'pt-us',
  pints: 'pt-us',
  cup: 'cup-us',
  cups: 'cup-us',
  'fl oz': 'floz-us',
  'fluid ounce': 'floz-us',
  'fluid ounces': 'floz-us',
  tablespoon: 'tbsp-us',
  tablespoons: 'tbsp-us',
  tbsp: 'tbsp-us',
  teaspoon: 'tsp-us',
  teaspoons: 'tsp-us',
  tsp: 'tsp-us',
  kb: 'kB',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
}

interface Named {
  readonly code: string
  /** Absent where the tool has one kind of unit. */
  readonly category: string | undefined
}

const codesOf = ({ options = [] }: Field): readonly string[] => options.map(({ value }) => value)

function categoryOf({ optionsBy }: Field, code: string): string | undefined {
  const found = Object.entries(optionsBy?.options ?? {}).find(([, options]) =>
    options.some(({ value }) => value === code),
  )
  return found?.[0]
}

/** The unit of this spelling: a code in its own case first, because mW is no MW. */
function unitNamed(field: Field, spelling: string): Named | undefined {
  const word = spelling.trim()
  const low = word.toLowerCase()
  const codes = codesOf(field)
  const usual = USUAL_MEASURES[low]
  const named = field.options?.find(({ label }) => label.toLowerCase() === low)?.value
  const code = [word, field.aliases?.[word], field.aliases?.[low], usual, named].find(
    (one) => one !== undefined && codes.includes(one),
  )
  return code === undefined ? undefined : { code, category: categoryOf(field, code) }
}

interface Parts {
  readonly value: string
  readonly from: string
  readonly to: string
}

const AMOUNT = new RegExp(`^(${NUMBER})\\s*(.+)$`, 'i')
const BETWEEN = /\s+(?:in|to|as|into)\s+|\s*(?:->|→|=)\s*/gi
const HOW_MANY = new RegExp(
  `^how many (.+?) (?:are |is )?(?:there )?(?:in|make|to) (?:an? |one )?(?:(${NUMBER})\\s*)?(.+)$`,
  'i',
)

/** Every way to read the text as an amount of one unit in another: in "10 in in cm" the second "in" parts them. */
function readings(text: string): Parts[] {
  const many = HOW_MANY.exec(text)
  if (many !== null) return [{ value: many[2] ?? '1', from: many[3] ?? '', to: many[1] ?? '' }]
  const found: Parts[] = []
  for (const { index } of text.matchAll(/\s|->|→|=/g)) {
    BETWEEN.lastIndex = index
    const between = BETWEEN.exec(text)
    if (between?.index !== index) continue
    const amount = AMOUNT.exec(text.slice(0, index))
    if (amount !== null)
      found.push({ value: amount[1] ?? '', from: amount[2] ?? '', to: text.slice(index + between[0].length) })
  }
  return found
}

/** The last part of the formula names both units: "… ; 10 kg = 22.04 lb". */
function symbolsIn(formula: unknown): { from: string; to: string } {
  const last = String(formula).split('; ').at(-1) ?? ''
  const from = /^\S+ (.+?) [=≈] /.exec(last)?.[1] ?? ''
  const to = last.split(/[=≈] /).at(-1)?.replace(/^\S+ /, '') ?? ''
  return { from, to }
}

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 15 })

/** The text as a question to a converter of units, by the units that its own form offers. */
export function unitQuestion({ slug, input }: Pick<Tool, 'slug' | 'input'>, text: string): Question | undefined {
  const [fromField, toField] = ['from', 'to'].map((name) => input.find((field) => field.name === name))
  if (fromField === undefined || toField === undefined) return undefined
  for (const parts of readings(text)) {
    const [from, to] = [unitNamed(fromField, parts.from), unitNamed(toField, parts.to)]
    if (from === undefined || to === undefined || from.category !== to.category) continue
    const value = toValue(parts.value)
    return {
      slug,
      input: {
        ...(from.category !== undefined && { category: from.category }),
        value,
        from: from.code,
        to: to.code,
      },
      text: ({ formula }) => `${plain.format(value)} ${symbolsIn(formula).from}`,
      show: ({ value: result, formula }) => `${equals(result)} ${symbolsIn(formula).to}`,
    }
  }
  return undefined
}

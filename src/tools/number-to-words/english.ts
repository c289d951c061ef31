const BELOW_TWENTY = [
  ...['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const DIGITS = ['zero', ...BELOW_TWENTY.slice(1, 10)]
/** Of groups of three digits: the short scale, in which a billion is a thousand millions. */
const SCALE = [
  ...['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion', 'sextillion', 'septillion'],
  ...['octillion', 'nonillion', 'decillion', 'undecillion', 'duodecillion', 'tredecillion', 'quattuordecillion'],
  ...['quindecillion', 'sexdecillion', 'septendecillion', 'octodecillion', 'novemdecillion', 'vigintillion'],
]
export const MOST_WHOLE_DIGITS = SCALE.length * 3

/** 21 → ["twenty", "one"]. */
const belowHundred = (value: number): string[] =>
  (value < 20
    ? [BELOW_TWENTY[value] ?? '']
    : [TENS[Math.floor(value / 10)] ?? '', BELOW_TWENTY[value % 10] ?? '']
  ).filter((word) => word !== '')

interface Group {
  readonly value: number
  /** 0 for the last three digits, 1 for the thousands, and so on. */
  readonly scale: number
}

/** The groups of three digits that are not 0, the largest first. */
function groupsOf(digits: string): Group[] {
  const count = Math.ceil(digits.length / 3)
  const padded = digits.padStart(count * 3, '0')
  return Array.from({ length: count }, (_, index) => ({
    value: Number(padded.slice(index * 3, index * 3 + 3)),
    scale: count - 1 - index,
  })).filter(({ value }) => value > 0)
}

/** What joins the parts of 21 and, before the last two digits, "and". */
interface Style {
  readonly useAnd: boolean
  readonly joinTens: string
}

function groupWords({ value, scale }: Group, isFirst: boolean, { useAnd, joinTens }: Style): string[] {
  const hundreds = Math.floor(value / 100)
  const rest = belowHundred(value % 100)
  const needsAnd = useAnd && rest.length > 0 && (hundreds > 0 || (scale === 0 && !isFirst))
  return [
    ...(hundreds > 0 ? [BELOW_TWENTY[hundreds] ?? '', 'hundred'] : []),
    ...(needsAnd ? ['and'] : []),
    ...(rest.length > 0 ? [rest.join(joinTens)] : []),
    ...(scale > 0 ? [SCALE[scale] ?? ''] : []),
  ]
}

/** Words in small letters of a decimal number without sign, such as "1234.05". The decimals are read digit by digit. */
export function englishWords(decimal: string, style: Style): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const groups = groupsOf(whole)
  const words = groups.length === 0 ? ['zero'] : groups.flatMap((group, index) => groupWords(group, index === 0, style))
  const digits = [...fraction].map((digit) => DIGITS[Number(digit)] ?? '')
  return [...words, ...(digits.length > 0 ? ['point', ...digits] : [])].join(' ')
}

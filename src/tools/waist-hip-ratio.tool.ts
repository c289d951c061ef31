import {
  compare,
  divide,
  fromNumber,
  multiply,
  parseDecimal,
  type Rational,
  toFixed,
  toNumber,
} from '#src/lib/rational.ts'
import { roundTo } from '#src/lib/round.ts'
import { badge, defineTool, number, radio, select, table, text } from '#src/sdk/index.ts'

const CM_PER_INCH = parseDecimal('2.54')

/** WHO expert consultation (2008), table A1; the waist in cm. */
const CUT_OFFS = {
  female: { ratio: '0.85', increased: 80, substantial: 88 },
  male: { ratio: '0.90', increased: 94, substantial: 102 },
} as const

const NOT_INCREASED = 'Not increased'
const INCREASED = 'Increased'
const SUBSTANTIAL = 'Substantially increased'

const MOST_DECIMALS = 20

/** With two decimals, or with as many as it takes to lie on its own side of the limit. */
function beside(limit: Rational, ratio: Rational): string {
  const side = compare(ratio, limit) >= 0
  let decimals = 2
  while (decimals < MOST_DECIMALS && compare(parseDecimal(toFixed(ratio, decimals)), limit) >= 0 !== side) decimals++
  return toFixed(ratio, decimals)
}

const isAbove = (value: Rational, limit: number): boolean => compare(value, fromNumber(limit)) > 0

function riskOfWaist(sex: 'female' | 'male', cm: Rational): string {
  const { increased, substantial } = CUT_OFFS[sex]
  return isAbove(cm, substantial) ? SUBSTANTIAL : isAbove(cm, increased) ? INCREASED : NOT_INCREASED
}

export const waistHipRatio = defineTool({
  slug: 'waist-hip-ratio',
  title: 'Waist–Hip Ratio Calculator',
  description: 'Divides waist by hip and classes the ratio, and the waist itself, by the cut-off points of the WHO.',
  category: 'health',
  tags: ['body', 'waist', 'WHO'],
  keywords: [
    'waist to hip ratio',
    'WHR',
    'waist circumference',
    'abdominal obesity',
    'apple shape',
    'belly fat',
    'metabolic risk',
  ],
  notice:
    'Not medical advice. Waist–hip ratio with the cut-off points of a WHO expert consultation (2008), for adults.',
  input: [
    radio('sex', {
      label: 'Sex',
      help: 'As in the cut-off points.',
      required: true,
      options: { female: 'Female', male: 'Male' },
      aliases: { f: 'female', m: 'male', woman: 'female', man: 'male' },
    }),
    number('waist', {
      label: 'Waist',
      help: 'Half-way between the lowest rib and the top of the hip bone.',
      required: true,
      min: 10,
      max: 500,
    }),
    number('hip', { label: 'Hip', help: 'Where it is widest.', required: true, min: 10, max: 500 }),
    select('unit', {
      label: 'In',
      default: 'cm',
      options: { cm: 'Centimetres', in: 'Inches' },
      aliases: { inch: 'in', inches: 'in' },
    }),
  ],
  output: {
    ratio: badge('Waist–hip ratio', { primary: true }),
    class: badge('Risk by the ratio', { type: 'string', help: 'Of metabolic complications, by WHO.' }),
    waistRisk: badge('Risk by the waist', { type: 'string', help: 'Of metabolic complications, by WHO.' }),
    summary: text('In short'),
    cutOffs: table('Cut-off points of the WHO', {
      columns: [
        { name: 'measure', label: 'Measure' },
        { name: 'female', label: 'Women' },
        { name: 'male', label: 'Men' },
        { name: 'risk', label: 'Risk' },
      ],
    }),
  },
  run: ({ sex, waist, hip, unit }) => {
    const ratio = divide(fromNumber(waist), fromNumber(hip))
    const cm = unit === 'in' ? multiply(fromNumber(waist), CM_PER_INCH) : fromNumber(waist)
    const limit = CUT_OFFS[sex].ratio
    const isReached = compare(ratio, parseDecimal(limit)) >= 0
    return {
      ratio: roundTo(toNumber(ratio), 6),
      class: isReached ? SUBSTANTIAL : NOT_INCREASED,
      waistRisk: riskOfWaist(sex, cm),
      summary: `${beside(parseDecimal(limit), ratio)} is ${isReached ? 'not below' : 'below'} ${limit}`,
      cutOffs: [
        { measure: 'Waist', female: '> 80 cm', male: '> 94 cm', risk: INCREASED },
        { measure: 'Waist', female: '> 88 cm', male: '> 102 cm', risk: SUBSTANTIAL },
        { measure: 'Waist–hip ratio', female: '≥ 0.85', male: '≥ 0.90', risk: SUBSTANTIAL },
      ],
    }
  },
  examples: [
    {
      title: 'A woman, 41 and 50 inches',
      input: { sex: 'female', waist: 41, hip: 50, unit: 'in' },
      output: { ratio: 0.82, class: 'Not increased', waistRisk: 'Substantially increased' },
      source:
        'Lawyerfree, Waist to Hip Ratio Calculator, example: 41 in and 50 in give 0.820; WHO (2008), table A1: 104 cm > 88 cm',
    },
    {
      title: 'A man, 94 and 86 cm',
      input: { sex: 'male', waist: 94, hip: 86 },
      output: { summary: '1.09 is not below 0.90', class: 'Substantially increased', waistRisk: 'Not increased' },
      source:
        'Lawyerfree, Waist to Hip Ratio Calculator, example: 94 cm and 86 cm give 1.093; WHO (2008), table A1: > 94 cm, so not 94 itself',
    },
    {
      title: 'Exactly at the cut-off point of women',
      input: { sex: 'female', waist: 85, hip: 100 },
      output: { ratio: 0.85, class: 'Substantially increased', waistRisk: 'Increased' },
      source: 'WHO expert consultation (2008), table A1: ≥ 0.85 is substantially increased, waist > 80 cm increased',
    },
  ],
  method: {
    formula: 'ratio = waist / hip; 1 in = 2.54 cm',
    rounding:
      'Compared with the cut-off points as an exact fraction; given to 6 decimals, to 0.01 in the sentence, or to as many as tell it from the cut-off point, halves up.',
    notes:
      'WHO counts a ratio from 0.85 (women) or 0.90 (men), and a waist above 88 or 102 cm, as a substantially increased risk. For some populations lower cut-off points are in use.',
  },
  sources: [
    {
      title: 'WHO, Waist circumference and waist–hip ratio: report of an expert consultation (2008), table A1',
      url: 'https://iris.who.int/handle/10665/44583',
    },
    {
      title: 'Lawyerfree, Waist to Hip Ratio Calculator',
      url: 'http://lawyerfree.ru/health/Waist-to-Hip-Ratio-Calculator-336.html',
    },
  ],
})

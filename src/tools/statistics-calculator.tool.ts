import { divide, fromNumber, parseDecimal, type Rational, rational, subtract, toNumber } from '#src/lib/rational.ts'
import { badge, defineTool, list, listOf, numbersOf, select, ToolError } from '#src/sdk/index.ts'
import {
  mean,
  modes,
  moments,
  type QUARTILE_METHODS,
  type QuartileMethod,
  quartiles,
  type Sample,
  squareRoot,
  toSample,
  valueAt,
} from './statistics-calculator/exact-statistics.ts'

const MOST_VALUES = 10_000
const LARGEST_VALUE = 1e100
const SMALLEST_VALUE = 1e-100

/** Longer ones count as the nearest double. */
const LONGEST_VALUE = 120

/** One tenth for 0.1, and every digit of a number that has more than a double holds. */
function asWritten(word: string, value: number): Rational {
  const plain = word.replaceAll('_', '').replace('−', '-')
  return plain.length <= LONGEST_VALUE && Number(plain) === value ? parseDecimal(plain) : fromNumber(value)
}

function toValues(parts: readonly string[]): Rational[] {
  const words = parts.flatMap((part) => part.split(/[\s;]+/)).filter((word) => word !== '')
  const numbers = numbersOf(words, { field: 'values', label: 'Values', most: MOST_VALUES, largest: LARGEST_VALUE })
  if (numbers.some((value) => value !== 0 && Math.abs(value) < SMALLEST_VALUE))
    throw new ToolError(`Values must be 0 or at least ${SMALLEST_VALUE} in size`, { field: 'values' })
  return numbers.map((value, index) => asWritten(words[index] ?? '', value))
}

/** Of one value there is no sample deviation: it says nothing about the others. */
function spread(sample: Sample) {
  const { squares } = moments(sample)
  const count = BigInt(sample.values.length)
  const population = divide(squares, rational(count))
  const variance = count > 1n ? divide(squares, rational(count - 1n)) : undefined
  return {
    sampleStdDev: variance && squareRoot(variance),
    populationStdDev: squareRoot(population),
    variance: variance && toNumber(variance),
    populationVariance: toNumber(population),
    standardError: variance && squareRoot(divide(variance, rational(count))),
  }
}

function position(sample: Sample, method: QuartileMethod) {
  const count = sample.values.length
  const { sum } = moments(sample)
  const parts = quartiles(sample, method)
  const [first, median, third] = parts
  const [least, greatest] = [valueAt(sample, 0), valueAt(sample, count - 1)]
  return {
    mean: toNumber(mean(sum, count)),
    median: median && toNumber(median),
    modes: modes(sample).map(toNumber),
    min: toNumber(least),
    max: toNumber(greatest),
    range: toNumber(subtract(greatest, least)),
    sum: toNumber(sum),
    quartiles: parts.map(toNumber),
    interquartileRange: first && third && toNumber(subtract(third, first)),
  }
}

export const statisticsCalculator = defineTool({
  slug: 'statistics-calculator',
  title: 'Statistics Calculator',
  description:
    'Works out mean, median, mode, standard deviation, variance and quartiles of a list of numbers, exactly.',
  category: 'calculator',
  tags: ['math', 'statistics', 'average'],
  keywords: [
    'mean',
    'average',
    'median',
    'mode',
    'standard deviation',
    'variance',
    'quartile',
    'iqr',
    'sum',
    'standard error',
    'descriptive statistics',
    'stdev',
  ],
  input: [
    list('values', {
      label: 'Values',
      help: `Up to ${MOST_VALUES.toLocaleString('en')} numbers, parted by commas, spaces or lines.`,
      placeholder: '6, 7, 15, 36, 39',
      required: true,
    }),
    select('quartileMethod', {
      label: 'Quartiles',
      default: 'inclusive',
      options: {
        inclusive: 'Inclusive (QUARTILE.INC, R-7)',
        exclusive: 'Exclusive (QUARTILE.EXC, R-6)',
        tukey: 'Medians of the halves with the median (Tukey)',
        'moore-mccabe': 'Medians of the halves without it (Moore and McCabe)',
      } satisfies Record<(typeof QUARTILE_METHODS)[number], string>,
    }),
  ],
  output: {
    mean: badge('Mean', { primary: true }),
    median: badge('Median'),
    modes: listOf('Modes', { help: 'The most frequent values; none where no value occurs twice.' }),
    sampleStdDev: badge('Standard deviation (sample)', { help: 'Divided by n − 1.' }),
    populationStdDev: badge('Standard deviation (population)', { help: 'Divided by n.' }),
    variance: badge('Variance (sample)'),
    populationVariance: badge('Variance (population)'),
    standardError: badge('Standard error of the mean'),
    count: badge('Count'),
    sum: badge('Sum'),
    min: badge('Smallest'),
    max: badge('Largest'),
    range: badge('Range'),
    quartiles: listOf('Quartiles', { help: 'First quartile, median, third quartile.' }),
    interquartileRange: badge('Interquartile range'),
  },
  run: ({ values, quartileMethod }) => {
    const sample = toSample(toValues(values))
    return { ...position(sample, quartileMethod), ...spread(sample), count: sample.values.length }
  },
  examples: [
    {
      title: 'Three numbers of eight digits',
      input: { values: [10_000_001, 10_000_003, 10_000_002] },
      output: { mean: 10_000_002, sampleStdDev: 1, median: 10_000_002 },
      source: 'NIST StRD, NumAcc1: mean 10000002 (exact), standard deviation 1 (exact)',
    },
    {
      title: 'Quartiles of eleven values',
      input: { values: [6, 7, 15, 36, 39, 40, 41, 42, 43, 47, 49] },
      output: { quartiles: [25.5, 40, 42.5], min: 6, max: 49, modes: [] },
      source: 'Wikipedia, “Quartile”, example 1, method 2; with eleven values the same as QUARTILE.INC',
    },
    {
      title: 'Exclusive quartiles',
      input: { values: [6, 7, 15, 36, 39, 40, 41, 42, 43, 47, 49], quartileMethod: 'exclusive' },
      output: { quartiles: [15, 40, 43], interquartileRange: 28 },
      source: 'Microsoft Excel, QUARTILE.EXC function, example: 15 and 43',
    },
    {
      title: 'Population and modes',
      input: { values: [2, 4, 4, 4, 5, 5, 7, 9] },
      output: { mean: 5, populationStdDev: 2, populationVariance: 4, modes: [4] },
      source: 'Wikipedia, “Standard deviation”, basic example: the grades of eight students',
    },
    {
      title: 'A single value',
      input: { values: [42] },
      output: { mean: 42, median: 42, populationStdDev: 0, quartiles: [42, 42, 42], count: 1 },
      source: 'By definition: one value is its own mean and does not vary; a sample deviation needs two',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'mean = Σx / n; sample variance = Σ(x − mean)² / (n − 1), population variance = Σ(x − mean)² / n; the standard deviation is its root. Inclusive quartiles lie at places 1 + (n − 1)/4 and 1 + 3(n − 1)/4 of the sorted values, exclusive ones at (n + 1)/4 and 3(n + 1)/4, with linear interpolation.',
    rounding: 'Computed with whole numbers of any length; each result is the double nearest to the exact value.',
    notes:
      'Values count as they are written: 0.1 is one tenth. Tukey’s hinges and the method of Moore and McCabe take the medians of the two halves, with or without the middle value. Exclusive quartiles of one or two values are the smallest and the largest.',
  },
  sources: [
    {
      title: 'NIST Statistical Reference Datasets, univariate summary statistics',
      url: 'https://www.itl.nist.gov/div898/strd/univ/homepage.html',
    },
    {
      title: 'Microsoft Excel, QUARTILE.EXC function',
      url: 'https://support.microsoft.com/en-us/office/quartile-exc-function-5a355b7a-840b-4a01-b0f1-f538c2864cad',
    },
    { title: 'Wikipedia, Quartile', url: 'https://en.wikipedia.org/wiki/Quartile' },
    { title: 'Wikipedia, Standard deviation', url: 'https://en.wikipedia.org/wiki/Standard_deviation' },
  ],
})

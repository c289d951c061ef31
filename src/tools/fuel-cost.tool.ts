import { roundedToCents } from '#src/lib/money.ts'
import { divide, fromNumber, multiply, rational, toNumber } from '#src/lib/rational.ts'
import { badge, checkbox, defineTool, number, select, table } from '#src/sdk/index.ts'
import { AMOUNTS, consumptionPerKm, DISTANCES, KM_PER_MILE, tablesOf, USES } from './fuel-cost/units.ts'

const LARGEST_DISTANCE = 1_000_000_000
const LARGEST_USE = 10_000
const LARGEST_PRICE = 1_000_000

const FUEL_PRICES = [
  { value: 'l', label: 'per litre' },
  { value: 'gal-us', label: 'per US gallon' },
  { value: 'gal-uk', label: 'per imperial gallon' },
]
const POWER_PRICES = [{ value: 'kwh', label: 'per kWh' }]

export const fuelCost = defineTool({
  slug: 'fuel-cost',
  title: 'Fuel Cost Calculator',
  description: 'Works out the fuel or power and the cost of a trip, by kilometres or miles, litres, gallons or kWh.',
  category: 'calculator',
  tags: ['car', 'travel', 'money'],
  keywords: [
    'gas cost',
    'petrol',
    'diesel',
    'mileage',
    'mpg',
    'l/100km',
    'trip cost',
    'road trip',
    'fuel consumption',
    'electric car',
    'ev charging cost',
  ],
  input: [
    number('distance', { label: 'Distance', required: true, min: 0, max: LARGEST_DISTANCE, placeholder: '250' }),
    select('distanceUnit', {
      label: 'Distance in',
      default: 'km',
      options: { km: 'Kilometres', mi: 'Miles' },
      aliases: { mile: 'mi', miles: 'mi', kilometres: 'km', kilometers: 'km' },
    }),
    number('use', { label: 'Consumption', required: true, min: 0.01, max: LARGEST_USE, placeholder: '6.5' }),
    select('useUnit', {
      label: 'Consumption in',
      default: 'l-100km',
      options: {
        'l-100km': 'L/100 km',
        'km-l': 'km/L',
        'mpg-us': 'mpg (US)',
        'mpg-uk': 'mpg (imperial)',
        'kwh-100km': 'kWh/100 km',
        'kwh-100mi': 'kWh/100 mi',
        'mi-kwh': 'mi/kWh',
      },
      aliases: { 'l/100km': 'l-100km', 'l/100 km': 'l-100km', 'km/l': 'km-l', mpg: 'mpg-us', 'kwh/100km': 'kwh-100km' },
    }),
    number('price', { label: 'Price', required: true, min: 0, max: LARGEST_PRICE, step: 0.001, placeholder: '1.75' }),
    select('priceUnit', {
      label: 'Unit of the price',
      default: 'l',
      options: {
        l: 'per litre',
        'gal-us': 'per US gallon',
        'gal-uk': 'per imperial gallon',
        kwh: 'per kWh',
      },
      optionsBy: {
        field: 'useUnit',
        options: {
          'l-100km': FUEL_PRICES,
          'km-l': FUEL_PRICES,
          'mpg-us': FUEL_PRICES,
          'mpg-uk': FUEL_PRICES,
          'kwh-100km': POWER_PRICES,
          'kwh-100mi': POWER_PRICES,
          'mi-kwh': POWER_PRICES,
        },
        defaults: { 'mpg-us': 'gal-us' },
      },
    }),
    checkbox('roundTrip', { label: 'There and back', help: 'Doubles the distance.' }),
    number('people', {
      label: 'People',
      help: 'Who share the cost.',
      integer: true,
      step: 1,
      min: 1,
      max: 100,
      default: 1,
    }),
  ],
  output: {
    cost: badge('Cost', { format: 'money', primary: true }),
    costPerPerson: badge('Cost per person', { format: 'money' }),
    amount: badge('Litres, or kWh', { format: 'rounded' }),
    costPerKm: badge('Cost per kilometre', { format: 'rounded' }),
    costPerMile: badge('Cost per mile', { format: 'rounded' }),
    amounts: table('How much is used', {
      columns: [
        { name: 'unit', label: 'Unit' },
        { name: 'value', label: 'Amount', type: 'rounded' },
      ],
    }),
    uses: table('The same consumption', {
      columns: [
        { name: 'unit', label: 'Unit' },
        { name: 'value', label: 'Value', type: 'rounded' },
      ],
    }),
  },
  run: ({ distance, distanceUnit, use, useUnit, price, priceUnit, roundTrip, people }) => {
    const km = multiply(multiply(fromNumber(distance), DISTANCES[distanceUnit]), rational(roundTrip ? 2n : 1n))
    const perKm = consumptionPerKm(fromNumber(use), USES[useUnit])
    const amount = multiply(km, perKm)
    const unitPrice = divide(fromNumber(price), AMOUNTS[priceUnit])
    const cost = multiply(amount, unitPrice)
    const costPerKm = multiply(perKm, unitPrice)
    return {
      cost: roundedToCents(cost),
      costPerPerson: roundedToCents(divide(cost, rational(BigInt(people)))),
      amount: toNumber(amount),
      costPerKm: toNumber(costPerKm),
      costPerMile: toNumber(multiply(costPerKm, KM_PER_MILE)),
      ...tablesOf(amount, perKm, priceUnit === 'kwh'),
    }
  },
  examples: [
    {
      title: '250 km with 6.5 litres per 100 km',
      input: { distance: 250, use: 6.5, price: 1.8 },
      output: { amount: 16.25, cost: 29.25, costPerKm: 0.117 },
      source: 'By definition: 250 × 6.5 / 100 = 16.25 litres; 16.25 × 1.80 = 29.25',
      isOurs: true,
    },
    {
      title: '500 miles at 30 mpg',
      input: { distance: 500, distanceUnit: 'mi', use: 30, useUnit: 'mpg-us', price: 3.5, priceUnit: 'gal-us' },
      output: { cost: 58.33 },
      source: 'Calcflo, Fuel Cost Calculator: 500 mi ÷ 30 mpg × 3.50 = 58.33',
    },
    {
      title: '300 miles at 25 mpg',
      input: { distance: 300, distanceUnit: 'mi', use: 25, useUnit: 'mpg-us', price: 3.5, priceUnit: 'gal-us' },
      output: { cost: 42, costPerMile: 0.14 },
      source: 'bit1024, Gas Cost Calculator, first example: 300 / 25 × 3.50 = 42',
    },
    {
      title: 'An electric car: 50 kWh for 200 miles, 500 miles',
      input: { distance: 500, distanceUnit: 'mi', use: 25, useUnit: 'kwh-100mi', price: 0.15, priceUnit: 'kwh' },
      output: { amount: 125, cost: 18.75 },
      source: 'numericalexample.com, fuel costs: 200 miles take 50 kWh at 0.15; 500 × 50 / 200 × 0.15 = 18.75',
    },
    {
      title: 'Standing still',
      input: { distance: 0, use: 6.5, price: 1.8, people: 3 },
      output: { cost: 0, costPerPerson: 0, amount: 0 },
      source: 'By definition: no distance, no fuel',
      isOurs: true,
    },
  ],
  method: {
    formula:
      'amount = distance × consumption (or distance / distance per litre, gallon or kWh); cost = amount × price; per person = cost / people',
    rounding:
      'Computed with exact fractions. Costs are rounded to the cent, halves up; all other values are the nearest double, and shown with two decimals or four digits.',
    notes:
      '1 mi = 1.609344 km, 1 US gallon = 3.785411784 L, 1 imperial gallon = 4.54609 L, all exact. Each share is rounded by itself. Losses while charging are not counted.',
  },
  sources: [
    {
      title: 'NIST Special Publication 811 (2008), Appendix B.8',
      url: 'https://www.nist.gov/pml/special-publication-811',
    },
    { title: 'Calcflo, Fuel Cost Calculator', url: 'https://www.calcflo.com/fuel-cost-calculator.html' },
    { title: 'bit1024, Gas Cost Calculator', url: 'https://bit1024.com/tool/Gas-Cost-Calculator' },
    {
      title: 'numericalexample.com, Fuel costs',
      url: 'http://numericalexample.com/index.php?com_option=content&view=article&id=99',
    },
  ],
})

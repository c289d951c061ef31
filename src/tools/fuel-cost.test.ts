import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { fuelCost } from './fuel-cost.tool.ts'

const run = (input: Record<string, unknown>) => {
  const outcome = runTool(fuelCost, input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.outputs
}

// NIST SP 811, Appendix B.8: mile per gallon (mpg) to litre per 100 kilometre: divide 235.215 by the number.
test('consumption in every unit', () => {
  const { uses } = run({ distance: 1, distanceUnit: 'mi', use: 30, useUnit: 'mpg', price: 1 })
  expect(uses).toEqual([
    { unit: 'L/100 km', value: expect.closeTo(235.215 / 30, 4) },
    { unit: 'km/L', value: expect.closeTo(12.7543, 4) },
    { unit: 'mpg (US)', value: 30 },
    { unit: 'mpg (imperial)', value: expect.closeTo(36.0285, 4) },
  ])
})

test('a price per litre for a car in miles per imperial gallon', () => {
  const { cost, amount } = run({ distance: 40, distanceUnit: 'miles', use: 40, useUnit: 'mpg-uk', price: 1.5 })
  expect({ cost, amount }).toEqual({ cost: 6.82, amount: 4.54609 })
})

test('there and back, shared by three', () => {
  expect(run({ distance: 100, use: 5, price: 2, roundTrip: true, people: 3 })).toMatchObject({
    cost: 20,
    costPerPerson: 6.67,
    amount: 10,
  })
})

test('power is paid by the kilowatt-hour, fuel is not', () => {
  expect(run({ distance: 100, use: 18, useUnit: 'kwh-100km', price: 0.4 })).toMatchObject({ cost: 7.2, amount: 18 })
  expect(runTool(fuelCost, { distance: 1, use: 1, price: 1, priceUnit: 'kwh' })).toMatchObject({
    ok: false,
    error: { details: [{ field: 'priceUnit' }] },
  })
})

test('no consumption is refused', () => {
  expect(runTool(fuelCost, { distance: 1, use: 0, price: 1 })).toMatchObject({
    ok: false,
    error: { details: [{ field: 'use', message: 'Consumption must be at least 0.01' }] },
  })
})

test('the price is that of a US gallon where miles per US gallon are given, unless somebody says otherwise', () => {
  const trip = { distance: 100, distanceUnit: 'mi', use: 25, useUnit: 'mpg-us', price: 3.5 }
  expect(run(trip)).toMatchObject({ cost: 14 })
  expect(run({ ...trip, priceUnit: 'l' })).toMatchObject({ cost: 53 })
})

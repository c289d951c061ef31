import { expect, test } from 'vitest'
import { countryOptions, isCountry } from './countries.ts'
import { CountryCode } from './country.schema.ts'

test('every assigned code of ISO 3166-1 has one name, in the order of names', () => {
  // 249 of them, as the standard's own list of codes counts.
  expect(countryOptions).toHaveLength(249)
  expect(new Set(countryOptions.map(({ label }) => label)).size).toBe(249)
  const names = countryOptions.map(({ label }) => label)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  for (const [code, name] of [
    ['CH', 'Switzerland'],
    ['GB', 'United Kingdom'],
    ['CI', "Côte d'Ivoire"],
    ['AX', 'Åland Islands'],
    ['ZW', 'Zimbabwe'],
  ])
    expect(countryOptions).toContainEqual({ value: code, label: name })
})

test('letters that stand for no country are refused, and small ones are taken', () => {
  expect(CountryCode.parse(' de ')).toBe('DE')
  for (const code of ['XX', 'UK', 'EU', 'D', 'DEU', '', '12']) {
    expect(isCountry(code)).toBe(false)
    expect(CountryCode.safeParse(code).error?.issues.map(({ message }) => message)).toEqual([
      'Enter the two letters of your country, like DE or US',
    ])
  }
})

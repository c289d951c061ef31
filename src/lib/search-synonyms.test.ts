import { expect, test } from 'vitest'
import { SYNONYMS, spellSigns, synonymsOf } from './search-synonyms.ts'
import { foldWords } from './search-words.ts'

test('every synonym is folded, and stands in one group', () => {
  expect(SYNONYMS.filter((word) => foldWords(word).join() !== word)).toEqual([])
  expect(SYNONYMS.length).toBe(new Set(SYNONYMS).size)
})

test('synonyms are the others of the group', () => {
  expect(synonymsOf('lb')).toEqual(['lbs', 'pound', 'pounds'])
  expect(synonymsOf('color')).toEqual(['colors', 'colour', 'colours'])
  expect(synonymsOf('tip')).toEqual([])
})

test.each([
  ['20 °C to °F', ['20', 'celsius', 'to', 'fahrenheit']],
  ['5% off', ['5', 'percent', 'off']],
  ['90 km/h', ['90', 'kph']],
  ['f to c', ['fahrenheit', 'to', 'celsius']],
  ['C in F', ['celsius', 'to', 'fahrenheit']],
  ['c to file', ['c', 'to', 'file']],
  ['°café', ['cafe']],
])('%s is spelt', (text, words) => {
  expect(foldWords(spellSigns(text))).toEqual(words)
})

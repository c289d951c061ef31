import { expect, test } from 'vitest'
import { cardOf, labelOf } from './object-cards.ts'
import { isObjectList } from './object-list.ts'

test('a day of a plan becomes a card', () => {
  const day = {
    day: 'Monday',
    minutes: 30,
    muscleGroups: ['legs', 'core'],
    exercises: [
      { name: 'Squat', kind: 'strength', sets: 3, reps: '8–12', equipment: 'none' },
      { name: 'Plank', minutes: 2 },
    ],
  }
  expect(cardOf(day, 0)).toEqual({
    title: 'Monday',
    facts: [
      { label: 'Minutes', text: '30' },
      { label: 'Muscle groups', text: 'legs, core' },
    ],
    lists: [
      {
        label: 'Exercises',
        lines: [
          { title: 'Squat', detail: 'strength · sets 3 · reps 8–12 · equipment none' },
          { title: 'Plank', detail: 'minutes 2' },
        ],
      },
    ],
  })
})

test('an object without a text is known by its number; nothing is left out silently', () => {
  expect(cardOf({ a: 1, b: null, c: { d: true }, e: [], f: false }, 1)).toEqual({
    title: '2',
    facts: [
      { label: 'A', text: '1' },
      { label: 'C', text: '{"d":true}' },
      { label: 'E', text: '–' },
      { label: 'F', text: 'no' },
    ],
    lists: [],
  })
})

test('only a list of objects is shown as cards', () => {
  expect(isObjectList([{ a: 1 }])).toBe(true)
  expect(isObjectList([])).toBe(false)
  expect(isObjectList(['a'])).toBe(false)
  expect(isObjectList([[1]])).toBe(false)
  expect(isObjectList({ a: 1 })).toBe(false)
})

test.each([
  ['muscleGroups', 'Muscle groups'],
  ['aerobic_minutes', 'Aerobic minutes'],
  ['day', 'Day'],
])('%s is read as "%s"', (name, label) => {
  expect(labelOf(name)).toBe(label)
})

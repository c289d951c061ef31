import { expect, test } from 'vitest'
import {
  COMMANDS,
  commandFor,
  isOverText,
  isSingleKey,
  keysOf,
  keyText,
  readKeymap,
  takenBy,
  USUAL_KEYMAP,
} from './keymap.ts'

const press = (key: string, held: string[] = []) => ({
  key,
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  altKey: held.includes('Alt'),
  shiftKey: held.includes('Shift'),
})

test('there are more than forty keys, and none does two things', () => {
  const keys = COMMANDS.flatMap((command) => command.keys)
  expect(keys.length).toBeGreaterThanOrEqual(50)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length)
})

test.each([
  ['a', [], 'A'],
  ['A', ['Shift'], 'Shift+A'],
  ['z', ['Ctrl'], 'Mod+Z'],
  ['Z', ['Meta', 'Shift'], 'Mod+Shift+Z'],
  // Another key with Shift on most keyboards.
  ['?', ['Shift'], '?'],
  ['+', ['Shift'], '+'],
  [' ', [], 'Space'],
  ['ArrowLeft', ['Shift'], 'Shift+ArrowLeft'],
  ['Delete', ['Ctrl'], 'Mod+Delete'],
  ['Shift', ['Shift'], undefined],
  ['Dead', [], undefined],
])('the press of %s with %j is written %s', (key, held, text) => {
  expect(keyText(press(key, held))).toBe(text)
})

test('a key does what its command says, away from the steps only with Ctrl', () => {
  expect(commandFor('A', USUAL_KEYMAP, true)).toBe('add')
  expect(commandFor('A', USUAL_KEYMAP, false)).toBeUndefined()
  expect(commandFor('Mod+Z', USUAL_KEYMAP, false)).toBe('undo')
  expect(commandFor('Q', USUAL_KEYMAP, true)).toBeUndefined()
})

test('while somebody writes, keys with Ctrl go on but for those that change a text', () => {
  const keys = COMMANDS.filter(({ place }) => place === 'editor').flatMap((command) => command.keys)
  expect(keys.filter(isOverText)).toEqual(['Mod+F', 'Mod+S', 'Mod+Enter', 'Mod+Shift+Enter', 'Mod+Shift+P', 'Mod+/'])
  expect(['A', 'Enter', 'Mod+V', 'Mod+Shift+ArrowLeft', 'Mod+Backspace'].filter(isOverText)).toEqual([])
})

test('another key takes the place of the usual ones', () => {
  const keymap = { keys: { add: ['N'] }, singleKeysOff: false }
  expect(commandFor('N', keymap, true)).toBe('add')
  expect(commandFor('A', keymap, true)).toBeUndefined()
  expect(takenBy('N', 'connect', keymap)?.id).toBe('add')
  expect(takenBy('N', 'add', keymap)).toBeUndefined()
})

test('single keys can be switched off; arrows, named keys and those with Ctrl go on', () => {
  const keymap = { keys: {}, singleKeysOff: true }
  const keys = COMMANDS.flatMap((command) => keysOf(command, keymap))
  expect(keys.filter(isSingleKey)).toEqual([])
  expect(commandFor('A', keymap, true)).toBeUndefined()
  expect(commandFor('Shift+T', keymap, true)).toBeUndefined()
  expect(commandFor('F2', keymap, true)).toBe('rename')
  expect(commandFor('Mod+C', keymap, true)).toBe('copy')
})

test('the sheet of keys opens from anywhere by Ctrl+/, also without single keys, and by ? from the steps', () => {
  expect(commandFor('Mod+/', { keys: {}, singleKeysOff: true }, false)).toBe('shortcuts')
  expect(commandFor('?', USUAL_KEYMAP, true)).toBe('shortcuts')
  expect(commandFor('?', USUAL_KEYMAP, false)).toBeUndefined()
})

test.each([
  [null, USUAL_KEYMAP],
  ['not json', USUAL_KEYMAP],
  ['[]', USUAL_KEYMAP],
  [
    '{"keys":{"add":["N"],"unheard":["X"],"copy":7},"singleKeysOff":true}',
    { keys: { add: ['N'] }, singleKeysOff: true },
  ],
])('what is kept as %s is read', (text, keymap) => {
  expect(readKeymap(text)).toEqual(keymap)
})

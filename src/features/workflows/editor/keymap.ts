/** Where a key works: on the steps (canvas or outline), or anywhere in the editor. */
type Place = 'steps' | 'editor'

export interface Command {
  readonly id: string
  readonly label: string
  readonly group: string
  /** "Mod" is Ctrl, on a Mac the command key. */
  readonly keys: readonly string[]
  readonly place: Place
}

const commands = (
  group: string,
  place: Place,
  list: readonly (readonly [id: string, label: string, ...keys: string[]])[],
) => list.map(([id, label, ...keys]): Command => ({ id, label, group, keys, place }))

/** Everything that a key does in the editor; the sheet of shortcuts is this list. */
export const COMMANDS: readonly Command[] = [
  ...commands('Add and connect', 'steps', [
    ['add', 'Add a step after the chosen one', 'A'],
    ['connect', 'Connect to…', 'C'],
    ['duplicate', 'Duplicate', 'Mod+D'],
    ['copy', 'Copy', 'Mod+C'],
    ['cut', 'Cut', 'Mod+X'],
    ['paste', 'Paste, also from another tab or a message', 'Mod+V'],
    ['remove', 'Remove', 'Delete', 'Backspace'],
    ['removeHealing', 'Remove and join what it stood between', 'Mod+Delete', 'Mod+Backspace'],
  ]),
  ...commands('Change', 'steps', [
    ['open', 'Open the settings', 'Enter'],
    ['rename', 'Rename', 'F2'],
    ['toggleDisabled', 'Pass by, or let run again', 'D'],
    ['moveUp', 'Swap with the step before', 'Alt+ArrowUp'],
    ['moveDown', 'Swap with the step after', 'Alt+ArrowDown'],
    ['tidy', 'Tidy the chosen steps, or all', 'Shift+T'],
  ]),
  ...commands('Choose', 'steps', [
    ['before', 'Go to the step before', 'ArrowLeft'],
    ['after', 'Go to the step after', 'ArrowRight'],
    ['above', 'Go to the step above', 'ArrowUp'],
    ['below', 'Go to the step below', 'ArrowDown'],
    ['first', 'Go to the first step', 'Home'],
    ['last', 'Go to the last step', 'End'],
    ['all', 'Choose all', 'Mod+A'],
    ['upstream', 'Choose all that leads here', 'Shift+ArrowLeft'],
    ['downstream', 'Choose all that follows', 'Shift+ArrowRight'],
    ['none', 'Choose nothing', 'Escape'],
    ['toggle', 'Choose or leave the step with the focus', 'Space'],
  ]),
  ...commands('Move on the canvas', 'steps', [
    ['moveLeft', 'Move to the left', 'Mod+ArrowLeft'],
    ['moveRight', 'Move to the right', 'Mod+ArrowRight'],
    ['moveUpwards', 'Move up', 'Mod+ArrowUp'],
    ['moveDownwards', 'Move down', 'Mod+ArrowDown'],
    ['moveFarLeft', 'Move far to the left', 'Mod+Shift+ArrowLeft'],
    ['moveFarRight', 'Move far to the right', 'Mod+Shift+ArrowRight'],
    ['moveFarUp', 'Move far up', 'Mod+Shift+ArrowUp'],
    ['moveFarDown', 'Move far down', 'Mod+Shift+ArrowDown'],
  ]),
  ...commands('See', 'steps', [
    ['zoomIn', 'Zoom in', '+', '='],
    ['zoomOut', 'Zoom out', '-'],
    ['zoomReset', 'Zoom to 100 %', '0'],
    ['fit', 'Show all steps', '1'],
    ['fitChosen', 'Show the chosen steps', '2'],
    ['map', 'Show or hide the map', 'M'],
    ['canvas', 'Canvas', 'V'],
    ['outline', 'Outline', 'O'],
  ]),
  ...commands('Workflow', 'editor', [
    ['undo', 'Undo', 'Mod+Z'],
    ['redo', 'Redo', 'Mod+Shift+Z', 'Mod+Y'],
    ['find', 'Find a step', 'Mod+F'],
    ['save', 'Save now', 'Mod+S'],
    ['run', 'Run', 'Mod+Enter'],
    ['simulate', 'Simulate', 'Mod+Shift+Enter'],
    ['publish', 'Publish', 'Mod+Shift+P'],
    // Here too while single keys are off: this sheet is where they are switched on again.
    ['shortcuts', 'Keyboard shortcuts', 'Mod+/', '?'],
  ]),
]

/** What a command is called, by key and in menus. */
export const labelOf = (id: string): string => COMMANDS.find((command) => command.id === id)?.label ?? id

/** What somebody has changed: other keys for a command, or none. */
export interface Keymap {
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** Single keys, without Ctrl or Alt, do nothing: for those who speak instead of typing. */
  readonly singleKeysOff: boolean
}
export const USUAL_KEYMAP: Keymap = { keys: {}, singleKeysOff: false }

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** A press as the list of commands writes it: "Mod+Shift+Z"; undefined for Shift and its like alone. */
export function keyText({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (['Shift', 'Control', 'Alt', 'Meta', 'Dead', 'Unidentified'].includes(key)) return undefined
  const isLetter = /^\p{L}$/u.test(key)
  const isSign = key.length === 1 && !isLetter && key !== ' '
  const name = key === ' ' ? 'Space' : isLetter ? key.toUpperCase() : key
  return [
    ctrlKey || metaKey ? 'Mod' : '',
    altKey ? 'Alt' : '',
    // What a sign needs to be typed differs from keyboard to keyboard.
    shiftKey && !isSign ? 'Shift' : '',
    name,
  ]
    .filter((part) => part !== '')
    .join('+')
}

/** What these do in a text, they do to the text: they are no commands while one is being written. */
const TEXT_KEYS = /^Mod\+(?:Shift\+)?(?:[ACVXYZ]|Arrow\w+|Home|End|Delete|Backspace)$/

/** Whether a key means the editor as a whole even while somebody writes in one of its fields. */
export const isOverText = (key: string): boolean => key.startsWith('Mod+') && !TEXT_KEYS.test(key)

export const isSingleKey = (key: string): boolean => !/^(?:Mod|Alt)\+/.test(key) && /^(?:Shift\+)?.$/u.test(key)

export const keysOf = ({ id, keys }: Command, keymap: Keymap): readonly string[] => {
  const chosen = keymap.keys[id] ?? keys
  return keymap.singleKeysOff ? chosen.filter((key) => !isSingleKey(key)) : chosen
}

/** What a key does here; undefined when nothing. Single keys mean the steps, whatever they do. */
export const commandFor = (key: string, keymap: Keymap, onSteps: boolean): string | undefined =>
  COMMANDS.find(
    (command) =>
      (onSteps || (command.place === 'editor' && !isSingleKey(key))) && keysOf(command, keymap).includes(key),
  )?.id

/** Another command that has this key already. */
export const takenBy = (key: string, id: string, keymap: Keymap): Command | undefined =>
  COMMANDS.find((command) => command.id !== id && (keymap.keys[command.id] ?? command.keys).includes(key))

/** What is kept at this browser, whoever wrote it. */
export function readKeymap(text: string | null): Keymap {
  try {
    const read: unknown = JSON.parse(text ?? '')
    if (typeof read !== 'object' || read === null) return USUAL_KEYMAP
    const { keys, singleKeysOff } = read as Record<string, unknown>
    const ids = new Set(COMMANDS.map(({ id }) => id))
    const entries = typeof keys === 'object' && keys !== null ? Object.entries(keys) : []
    return {
      keys: Object.fromEntries(entries.filter(([id, list]) => ids.has(id) && isTexts(list))),
      singleKeysOff: singleKeysOff === true,
    }
  } catch {
    return USUAL_KEYMAP
  }
}
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

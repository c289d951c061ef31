import { type KeyboardEvent, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SwitchField } from '#src/ui/fields/flag-fields.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { COMMANDS, type Command, type Keymap, keysOf, keyText, takenBy, USUAL_KEYMAP } from './keymap.ts'

export interface ShortcutSheetProps {
  readonly keymap: Keymap
  readonly onChange: (keymap: Keymap) => void
  readonly onClose: () => void
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}
const shownKeys = (key: string): string[] =>
  key.split(/\+(?=.)/).map((part) => (part === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : (SIGNS[part] ?? part)))

/** Every key of the editor; each can be another one, and those without Ctrl can be switched off. */
export function ShortcutSheet({ keymap, onChange, onClose }: ShortcutSheetProps) {
  const [recording, setRecording] = useState<string>()
  const [news, setNews] = useState('')
  const record = (command: Command) => (event: KeyboardEvent) => {
    if (recording !== command.id || event.key === 'Tab') return
    const key = keyText(event)
    if (key === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setRecording(undefined)
    if (key === 'Escape') return
    const other = takenBy(key, command.id, keymap)
    if (other !== undefined) return setNews(`${key} is the key of “${other.label}” already`)
    setNews(`${command.label}: ${key}`)
    onChange({ ...keymap, keys: { ...keymap.keys, [command.id]: [key] } })
  }
  const groups = Map.groupBy(COMMANDS, ({ group }) => group)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      size="wide"
      footer={
        <>
          <Button onClick={() => onChange(USUAL_KEYMAP)}>Put all back</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-text-2">
          Keys work while the steps have the focus, those with Ctrl everywhere in the editor. Tab walks through the
          steps as through any page; Escape leads back from settings.
        </p>
        <SwitchField
          label="Single keys"
          help="Without them only keys with Ctrl or Alt, arrows and named keys do something: for those who speak to their computer."
          checked={!keymap.singleKeysOff}
          onChange={(event) => onChange({ ...keymap, singleKeysOff: !event.currentTarget.checked })}
        />
        <p role="status" className="min-h-5 text-13 text-accent-text">
          {recording === undefined ? news : 'Press the new key. Escape leaves it as it is.'}
        </p>
        <div className="columns-1 gap-8 md:columns-2">
          {[...groups].map(([heading, commands]) => (
            <section key={heading} aria-label={heading} className="mb-5 break-inside-avoid">
              <h3 className="eyebrow pb-1">{heading}</h3>
              <dl className="flex flex-col gap-0.5">
                {commands.map((command) => (
                  <div key={command.id} className="flex items-center gap-3">
                    <dt className="min-w-36 flex-1">{command.label}</dt>
                    <dd className="flex flex-wrap justify-end gap-x-2 gap-y-1">
                      <Keys keys={keysOf(command, keymap)} />
                    </dd>
                    <dd>
                      <Button
                        size="dense"
                        variant="ghost"
                        aria-label={`Change the key of: ${command.label}`}
                        aria-pressed={recording === command.id}
                        onClick={() => setRecording(command.id)}
                        onKeyDown={record(command)}
                      >
                        {recording === command.id ? 'Press…' : 'Change'}
                      </Button>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.length === 0 ? (
    <span className="text-text-2">Off</span>
  ) : (
    keys.map((key) => <Kbd key={key} keys={shownKeys(key)} />)
  )

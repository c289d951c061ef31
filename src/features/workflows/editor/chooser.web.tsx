import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Point } from '#src/lib/graph/boxes.ts'
import { classNames } from '#src/ui/class-names.ts'
import { LiveRegion } from '#src/ui/live-region.tsx'
import { useModal } from '#src/ui/use-modal.ts'

interface Choice {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly icon: ReactNode
  readonly onChoose: () => void
}
export interface ChoiceGroup {
  readonly heading: string
  readonly choices: readonly Choice[]
}

interface ChooserProps {
  readonly label: string
  readonly placeholder: string
  /** Small print beside what is typed: what the choice is for. */
  readonly hint?: string
  readonly groups: readonly ChoiceGroup[]
  /** Said when nothing is found. */
  readonly empty: string
  readonly typed: string
  readonly onType: (typed: string) => void
  /** A place of the window beside which it opens; else in the middle. */
  readonly near?: Point | undefined
  readonly onClose: () => void
}

const WIDTH = 420
const HEIGHT = 460
const MARGIN = 8

/** Beside the pointer, but inside the window. */
function placed({ x, y }: Point) {
  const left = Math.max(MARGIN, Math.min(x, window.innerWidth - WIDTH - MARGIN))
  const top = Math.max(MARGIN, Math.min(y, window.innerHeight - HEIGHT - MARGIN))
  return { position: 'fixed' as const, left, top, margin: 0 }
}

/** One of many by name: an editable combobox with a list (ARIA APG), in a dialog. Escape leaves all as it was. */
export function Chooser(props: ChooserProps) {
  const { label, placeholder, hint, groups, empty, typed, onType, near, onClose } = props
  const dialog = useModal(true)
  const list = useId()
  const [wanted, setWanted] = useState<string>()
  const choices = groups.flatMap((group) => group.choices)
  const at = Math.max(
    choices.findIndex(({ key }) => key === wanted),
    0,
  )
  const active = choices[at]
  const idOf = (key: string | undefined) => `${list}-${key}`
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    // First of all, so that the focus is back on the page before it goes on.
    onClose()
    choice.onChoose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(active)
    else if (step !== undefined && choices.length > 0) {
      const next = choices[(at + step + choices.length) % choices.length]?.key
      setWanted(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is its key
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.detail < 2 && onClose()}
      className="dialog-panel max-w-[26rem] overflow-hidden"
      style={near === undefined ? undefined : placed(near)}
    >
      <div className="flex max-h-[28rem] flex-col">
        <div className="flex items-center gap-1 border-b border-line py-2 ps-3 pe-2">
          <Search size={16} className="text-text-2" />
          <input
            data-autofocus=""
            role="combobox"
            aria-label={label}
            aria-expanded={choices.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={active && idOf(active.key)}
            value={typed}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              onType(event.currentTarget.value)
              setWanted(undefined)
            }}
            onKeyDown={onKeyDown}
            className="min-h-11 min-w-0 flex-1 rounded-6 bg-transparent px-2 text-14 -outline-offset-2"
          />
          {hint === undefined ? null : (
            <span className="meta-line max-w-44 truncate ps-1 pe-1" title={hint}>
              {hint}
            </span>
          )}
        </div>
        <LiveRegion message={choices.length === 1 ? '1 choice' : `${choices.length} choices`} />
        {choices.length === 0 ? <p className="p-4 text-14 text-text-2">{empty}</p> : null}
        <div id={list} role="listbox" aria-label={label} className="overflow-y-auto not-empty:p-1.5">
          {groups.map(({ heading, choices: inGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
            <div key={heading} role="group" aria-label={heading}>
              <p aria-hidden="true" className="eyebrow px-2 pt-2 pb-1">
                {heading}
              </p>
              {inGroup.map((choice) => (
                <Option
                  key={choice.key}
                  id={idOf(choice.key)}
                  choice={choice}
                  active={choice.key === active?.key}
                  onChoose={() => choose(choice)}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly choice: Choice
  readonly active: boolean
  readonly onChoose: () => void
}

const Option = ({ id, choice: { icon, title, detail }, active, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field that names it as its active option
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={active}
    // It opens under the pointer: the second click of a double click was not meant for it.
    onClick={({ detail }) => detail < 2 && onChoose()}
    className={classNames(
      'flex cursor-pointer items-center gap-3 rounded-6 px-2 py-1.5 hover:bg-hover',
      active && 'bg-accent-soft forced-colors:outline-2',
    )}
  >
    {icon}
    <span className="min-w-0 flex-1">
      <span className="block truncate text-14 font-medium">{title}</span>
      <span className="line-clamp-2 text-13 text-text-2">{detail}</span>
    </span>
  </div>
)

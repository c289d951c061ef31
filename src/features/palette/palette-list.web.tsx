import { Star } from 'lucide-react'
import { classNames } from '#src/ui/class-names.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

export const optionId = (list: string, index: number): string => `${list}-${index}`

interface PaletteListProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  /** The key of the chosen entry. */
  readonly active: string | undefined
  readonly onPick: (entry: PaletteEntry) => void
  readonly onPoint: (key: string) => void
}

/** The options of the combobox. The focus stays in its field, so none of them takes it. */
export function PaletteList({ id, groups, active, onPick, onPoint }: PaletteListProps) {
  const order = groups.flatMap((group) => group.entries.map(({ key }) => key))
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      // What scrolls would otherwise be a stop of Tab.
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-auto overscroll-contain p-2"
    >
      {groups.map(({ heading, entries }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={heading} role="group" aria-labelledby={`${id}-group-${group}`}>
          <p id={`${id}-group-${group}`} role="presentation" className="meta-line px-2 pt-2 pb-1">
            {heading}
          </p>
          {entries.map((entry) => (
            <Option
              key={entry.key}
              id={optionId(id, order.indexOf(entry.key))}
              entry={entry}
              isActive={entry.key === active}
              onPick={() => onPick(entry)}
              onPoint={() => onPoint(entry.key)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isActive: boolean
  readonly onPick: () => void
  readonly onPoint: () => void
}

function Option({ id, entry, isActive, onPick, onPoint }: OptionProps) {
  const { icon: Icon, label, hint, isFavorite } = entry
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the option
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field picks it
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onPick}
      onPointerMove={isActive ? undefined : onPoint}
      className={classNames(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-6 px-2 py-1 text-14 pointer-coarse:min-h-11',
        isActive && 'bg-accent-soft text-accent-text outline-2 -outline-offset-2 outline-ring',
      )}
    >
      <Icon size={16} className="flex-none text-text-2" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {label}
      </span>
      {isFavorite ? (
        <>
          <Star size={14} className="flex-none fill-current text-mark-ink" />
          <span className="sr-only">, favourite</span>
        </>
      ) : null}
      {hint === undefined ? null : (
        <span className="meta-line flex-none">
          <span className="sr-only">, </span>
          {hint}
        </span>
      )}
    </div>
  )
}

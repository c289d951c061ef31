import { ListTree, type LucideIcon, Network } from 'lucide-react'
import { classNames } from '#src/ui/class-names.ts'
import type { EditorView } from './use-view.web.tsx'

const VIEWS: readonly { view: EditorView; label: string; icon: LucideIcon }[] = [
  { view: 'canvas', label: 'Canvas', icon: Network },
  { view: 'outline', label: 'Outline', icon: ListTree },
]

interface ViewSwitchProps {
  /** Undefined before the browser has said how wide it is. */
  readonly view: EditorView | undefined
  readonly onView: (view: EditorView) => void
}

/** The same steps as a drawing or as a list. */
export const ViewSwitch = ({ view, onView }: ViewSwitchProps) => (
  <fieldset aria-label="View" className="inline-flex rounded-6 border border-line bg-sunken p-0.5">
    {VIEWS.map(({ view: one, label, icon: Icon }) => (
      <button
        key={one}
        type="button"
        aria-pressed={view === one}
        title={label}
        onClick={() => onView(one)}
        className={classNames(
          'inline-flex min-h-7 items-center gap-1.5 rounded-4 px-2.5 text-13 font-medium max-sm:justify-center pointer-coarse:min-h-10 pointer-coarse:min-w-11',
          view === one ? 'bg-surface text-text shadow-1 forced-colors:outline-2' : 'text-text-2 hover:text-text',
        )}
      >
        <Icon size={16} />
        <span className="max-sm:sr-only @max-[88rem]:sr-only">{label}</span>
      </button>
    ))}
  </fieldset>
)

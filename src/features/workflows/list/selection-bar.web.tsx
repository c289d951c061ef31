import { CirclePause, CirclePlay, CloudOff, Download, EllipsisVertical, Tags, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Menu } from '#src/ui/menu.tsx'

interface SelectionBarProps {
  readonly shown: number
  readonly chosen: number
  readonly busy: boolean
  readonly onAll: () => void
  readonly onNone: () => void
  readonly onPause: () => void
  readonly onResume: () => void
  readonly onUnpublish: () => void
  readonly onTags: () => void
  readonly onExport: () => void
  readonly onDelete: () => void
}

/** What can be done to all that are chosen. It stays in sight, so that nobody scrolls back for it. */
export function SelectionBar({ shown, chosen, busy, onAll, onNone, ...acts }: SelectionBarProps) {
  const all = useRef<HTMLButtonElement>(null)
  const before = useRef(chosen)
  // The button that ended the selection has gone with it, and the focus that it had.
  useEffect(() => {
    if (chosen === 0 && before.current > 0 && document.activeElement === document.body)
      all.current?.focus({ preventScroll: true })
    before.current = chosen
  }, [chosen])
  return (
    <section
      aria-label="Selected workflows"
      className={
        chosen === 0
          ? 'flex flex-wrap items-center gap-2'
          : 'z-2 flex flex-wrap items-center gap-2 rounded-10 border border-line-strong bg-surface px-3 py-2 shadow-2 sm:sticky sm:top-16'
      }
    >
      <p role="status" className="figures text-13 font-medium">
        {chosen === 0 ? '' : `${chosen} selected`}
      </p>
      {chosen === 0 ? null : (
        <>
          <Button size="dense" icon={CirclePause} busy={busy} onClick={acts.onPause}>
            Pause…
          </Button>
          <Button size="dense" icon={Tags} busy={busy} onClick={acts.onTags}>
            Tag…
          </Button>
          <Button size="dense" icon={Trash2} busy={busy} onClick={acts.onDelete}>
            Delete
          </Button>
          <Menu
            label="More for the selected workflows"
            items={[
              { label: 'Resume', icon: CirclePlay, onSelect: acts.onResume },
              { label: 'Unpublish', icon: CloudOff, onSelect: acts.onUnpublish },
              { label: 'Export', icon: Download, onSelect: acts.onExport },
            ]}
            trigger={(trigger) => (
              <Button {...trigger} size="dense" icon={EllipsisVertical}>
                More<span className="sr-only"> for the selected workflows</span>
              </Button>
            )}
          />
        </>
      )}
      {chosen < shown ? (
        <Button ref={all} size="dense" variant="ghost" className={chosen === 0 ? '-ms-3' : undefined} onClick={onAll}>
          Select all {shown}
        </Button>
      ) : null}
      {chosen > 0 ? (
        <Button size="dense" variant="ghost" onClick={onNone}>
          Clear selection
        </Button>
      ) : null}
    </section>
  )
}

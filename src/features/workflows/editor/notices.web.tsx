import { CircleAlert, CirclePause, PencilRuler } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/ui/button.tsx'
import { PauseWords } from '../pause-words.web.tsx'
import type { Workflow } from '../workflows.schema.ts'
import type { EditorProblem } from './problems.ts'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
}

/** Takes the focus when it appears: something that was asked for did not happen. */
export function Notice({ title, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-label={title}
      className="flex flex-col gap-3 rounded-10 border border-bad bg-bad-soft p-4"
    >
      <h2 className="flex items-start gap-2 text-14 text-bad">
        <CircleAlert size={16} className="mt-0.5" />
        {title}
      </h2>
      {children}
    </div>
  )
}

interface ProblemListProps {
  readonly problems: readonly EditorProblem[]
  readonly nameOf: (nodeId: string) => string
  readonly onShow: (nodeId: string, path?: string) => void
}

/** What stands in the way of publishing; each line leads to the field where it is mended. */
export const ProblemList = ({ problems, nameOf, onShow }: ProblemListProps) => (
  <Notice title={problems.length === 1 ? 'One thing stands in the way' : `${problems.length} things stand in the way`}>
    <ul className="flex flex-col gap-1 ps-6 text-14">
      {problems.map(({ message, nodeId, path }, index) => (
        // Two problems may say the same of the same place.
        <li key={`${index} ${message}`} className="list-disc">
          {nodeId === undefined ? (
            message
          ) : (
            <button
              type="button"
              onClick={() => onShow(nodeId, path)}
              className="min-h-6 rounded-4 align-top text-start underline underline-offset-[3px] pointer-coarse:min-h-11"
            >
              {nameOf(nodeId)}: {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  </Notice>
)

interface EditsNoticeProps {
  readonly workflow: Workflow
  /** The draft is what was published last. */
  readonly isUnchanged: boolean
}

/** Says what runs while something else is being edited; where there is no room, when somebody points at it. */
export function EditsNotice({ workflow: { status, publishedVersion }, isUnchanged }: EditsNoticeProps) {
  if (status === 'draft' || isUnchanged) return null
  const rest = `; version ${publishedVersion} ${status === 'published' ? 'runs' : 'is paused'}.`
  return (
    <p className="inline-flex items-center gap-1.5 text-13 text-text-2" title={`Edits are a draft${rest}`}>
      <PencilRuler size={16} className="flex-none text-accent-text" />
      <span className="@min-[72rem]:@max-[100rem]:sr-only">
        Edits are a draft<span className="@max-[112rem]:sr-only">{rest}</span>
      </span>
    </p>
  )
}

interface PauseNoticeProps {
  readonly status: Workflow['status']
  readonly busy: boolean
  readonly onResume: () => void
}

/** Says that nothing runs, and what that means. */
export const PauseNotice = ({ status, busy, onResume }: PauseNoticeProps) =>
  status !== 'paused' ? null : (
    <details className="text-13">
      <summary className="flex min-h-6 list-none flex-wrap items-center gap-x-2 text-warn [&::-webkit-details-marker]:hidden">
        <CirclePause size={16} className="flex-none" />
        <span className="font-medium underline underline-offset-[3px]">
          Paused<span className="sm:@max-[88rem]:sr-only">: what that means</span>
        </span>
      </summary>
      <div className="mt-2 flex max-w-xl flex-col items-start gap-2 text-text-2">
        <PauseWords />
        <Button size="dense" busy={busy} onClick={onResume}>
          Resume
        </Button>
      </div>
    </details>
  )

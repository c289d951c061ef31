import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { EditorProblem } from './problems.ts'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
}

/** Takes the focus when it appears: something that was asked for did not happen. */
function Notice({ title, children }: NoticeProps) {
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

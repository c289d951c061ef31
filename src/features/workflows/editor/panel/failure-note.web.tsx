import { ArrowRight, CircleAlert } from 'lucide-react'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { adviceFor } from './advice.ts'

interface FailureNoteProps {
  readonly error: NonNullable<ExecutionStep['error']>
  /** Puts the focus on a setting of the step. */
  readonly onField: (path: string) => void
}

/** Why a step failed and what to do about it; what only a developer understands is folded. */
export function FailureNote({ error, onField }: FailureNoteProps) {
  const { text, field } = adviceFor(error)
  return (
    <div className="flex flex-col gap-2 rounded-10 border border-bad bg-bad-soft p-3 text-14">
      <p className="flex items-start gap-2 font-medium text-bad">
        <CircleAlert size={16} className="mt-0.5" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{error.message}</span>
      </p>
      <p>{text}</p>
      {field === undefined ? null : (
        <Button size="dense" icon={ArrowRight} className="w-fit" onClick={() => onField(field)}>
          Go to the setting<span className="sr-only"> {field}</span>
        </Button>
      )}
      <Disclosure summary="Technical detail">
        <p className="font-mono text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {[error.code, error.technical].filter(Boolean).join('\n')}
        </p>
      </Disclosure>
    </div>
  )
}

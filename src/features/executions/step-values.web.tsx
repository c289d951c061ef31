import { CircleAlert } from 'lucide-react'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import type { Execution } from './executions.schema.ts'
import { valueText } from './run-words.ts'

/** What went in or came out, as JSON to read and to copy. */
export function Value({ label, value }: { label: string; value: unknown }) {
  const { text, bytes } = valueText(value)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <CodeBlock label={label} code={text} />
      {bytes === null ? null : (
        <p className="text-13 text-text-2">
          This is the beginning: the whole has {Math.ceil(bytes / 1000).toLocaleString('en')} kB.
        </p>
      )}
    </div>
  )
}

interface FailureNoteProps {
  readonly error: NonNullable<Execution['error']>
  readonly workflowId: string
}

/** The cause in words and the way to the step; what only a developer understands is folded. */
export const FailureNote = ({ error, workflowId }: FailureNoteProps) => (
  <div className="flex flex-col gap-3 rounded-10 border border-bad bg-bad-soft p-4">
    <p className="flex items-start gap-2 text-14 font-medium text-bad [overflow-wrap:anywhere]">
      <CircleAlert size={16} className="mt-0.5" />
      {error.message}
    </p>
    {error.nodeId === undefined ? null : (
      <p className="text-14">
        <TextLink to={`/workflows/${workflowId}?step=${encodeURIComponent(error.nodeId)}`}>
          Open this step in the editor
        </TextLink>
      </p>
    )}
    <Disclosure summary="Technical detail">
      <p className="font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap">
        {[error.code, error.technical].filter(Boolean).join('\n')}
      </p>
    </Disclosure>
  </div>
)

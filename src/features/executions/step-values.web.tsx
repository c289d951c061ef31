import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import type { Execution } from './executions.schema.ts'
import { valueText } from './run-words.ts'

interface ValueProps {
  readonly label: string
  readonly value: unknown
  /** Where all of it is, when only the beginning is here. */
  readonly whole?: string
}

/** What went in or came out, as JSON to read and to copy. */
export function Value({ label, value, whole }: ValueProps) {
  const { text, bytes } = valueText(value)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <CodeBlock label={label} code={text} />
      {bytes === null ? null : (
        <p className="text-13 text-text-2">
          This is the beginning: the whole has {Math.ceil(bytes / 1000).toLocaleString('en')} kB.{' '}
          {whole === undefined ? null : (
            <a href={whole} className="text-accent-text underline">
              Open all of it
            </a>
          )}
        </p>
      )}
    </div>
  )
}

interface FailureNoteProps {
  readonly message: string
  /** What leads on from it. */
  readonly children: ReactNode
}

/** The cause, in words. */
export const FailureNote = ({ message, children }: FailureNoteProps) => (
  <div className="flex flex-col gap-3 rounded-10 border border-bad bg-bad-soft p-4">
    <p className="flex items-start gap-2 text-14 font-medium text-bad">
      <CircleAlert size={16} className="mt-0.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
    </p>
    {children}
  </div>
)

/** What only a developer understands, folded. */
export const TechnicalDetail = ({ error }: { error: NonNullable<Execution['error']> }) => (
  <Disclosure summary="Technical detail">
    <p className="font-mono text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {[error.code, error.technical].filter(Boolean).join('\n')}
    </p>
  </Disclosure>
)

import { Suspense, useState } from 'react'
import type { CodeViewProps } from '#src/client/code-view.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

const CodeView = lazyPart(async () => (await import('#src/client/code-view.tsx')).CodeView)

export type CodeFailure = NonNullable<CodeViewProps['failure']>

interface CodeControlProps {
  readonly id: string
  readonly text: string
  readonly failure: CodeFailure | undefined
  readonly describedBy: string | undefined
  readonly placeholder: string | undefined
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
}

/** JavaScript of a step: numbered lines, and what cannot be read marked at its place. */
export function CodeControl({ id, text, failure, describedBy, placeholder, onChange, onBlur }: CodeControlProps) {
  return (
    <>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <CodeView
          id={id}
          value={text}
          failure={useFailureOf(text, failure)}
          labelledBy={`${id}-label`}
          placeholder={placeholder}
          describedBy={[`${id}-leave`, describedBy].filter(Boolean).join(' ')}
          onChange={onChange}
          onBlur={onBlur}
        />
      </Suspense>
      <p id={`${id}-leave`} className="text-13 text-text-2">
        Escape, then Tab leaves the editor.
      </p>
    </>
  )
}

/** The failure, for as long as the code is what has failed. */
function useFailureOf(text: string, failure: CodeFailure | undefined): CodeFailure | undefined {
  const [seen, setSeen] = useState({ failure, text })
  if (seen.failure?.line !== failure?.line || seen.failure?.message !== failure?.message) setSeen({ failure, text })
  return seen.text === text ? seen.failure : undefined
}

import { Suspense, useId } from 'react'
import type { CodeViewProps } from '#src/client/code-view.tsx'
import { GRACE_MS, LIMITS } from '#src/sdk/sandbox-limits.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

const CodeView = lazyPart(() => import('#src/client/code-view.tsx').then((module) => module.CodeView))

interface CodeEditorProps extends Pick<CodeViewProps, 'value' | 'onChange' | 'failure'> {
  readonly mayWriteCode: boolean
}

export function CodeEditor({ mayWriteCode, ...view }: CodeEditorProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <p id={`${id}-label`} className="text-14 font-medium">
        Code
      </p>
      <p id={`${id}-help`} className="text-13 text-text-2">
        JavaScript with a function <code className="font-mono">run(input)</code> that returns the outputs by name. It
        may take {LIMITS.ms / 1000} s of processor time and {LIMITS.memoryBytes / 1024 / 1024} MB and return{' '}
        {LIMITS.outputBytes / 1024} kB; a single search or sort that takes longer is ended after{' '}
        {(LIMITS.ms + GRACE_MS) / 1000} s. There are no packages, files, timers or network. Escape, then Tab leaves the
        editor.
      </p>
      {mayWriteCode ? null : (
        <p className="rounded-6 bg-warn-soft px-3 py-2 text-13 text-warn">
          Running and publishing code of your own needs Pro:{' '}
          <TextLink to="/pricing">what it costs, and how to try it</TextLink>. You can write it, or use expressions,
          which are for everybody.
        </p>
      )}
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <CodeView {...view} labelledBy={`${id}-label`} describedBy={`${id}-help`} />
      </Suspense>
      {view.failure === undefined ? null : (
        <p role="status" className="text-13 font-medium text-bad">
          Line {view.failure.line}: {view.failure.message}
        </p>
      )}
    </div>
  )
}

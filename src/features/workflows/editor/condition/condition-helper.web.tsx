import { Suspense, useState } from 'react'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useExpressionHelp } from '../expression/expression-context.web.tsx'
import type { ConditionLinesProps } from './condition-lines.web.tsx'
import { useUnfinishedLines } from './unfinished-lines.web.tsx'

const ConditionLines = lazyPart<ConditionLinesProps>(
  async () => (await import('./condition-lines.web.tsx')).ConditionLines,
)

/** Below the expression of a condition: the same as lines to choose from. Open where something is still to be written. */
export function ConditionHelper(props: ConditionLinesProps) {
  const hasExpressions = useExpressionHelp() !== undefined
  const unfinished = useUnfinishedLines(props.id)
  const [startsOpen] = useState(() => {
    const { value = '' } = props
    return value === '' || unfinished.get(value) !== undefined
  })
  // Once made they stay, with what is half-written in them.
  const [wasOpen, setWasOpen] = useState(startsOpen)
  if (!hasExpressions) return null
  return (
    <Disclosure
      summary={
        <span>
          Choose values to compare<span className="sr-only"> for {props.label}</span>
        </span>
      }
      startsOpen={startsOpen}
      onToggle={(isOpen) => isOpen && setWasOpen(true)}
    >
      {wasOpen ? (
        <Suspense fallback={<Skeleton className="h-20 w-full" />}>
          <ConditionLines {...props} />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}

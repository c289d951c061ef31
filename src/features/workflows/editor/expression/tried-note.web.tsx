import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Tried } from './try-expression.ts'

interface TriedNoteProps {
  readonly id: string
  readonly tried: Tried | undefined
  readonly isFocused: boolean
}

/** What an expression comes to, or what is wrong with it and where. */
export function TriedNote({ id, tried, isFocused }: TriedNoteProps) {
  if (tried === undefined) return null
  const { remarks, result, isOfSample = false } = tried
  const [remark] = remarks
  return (
    <output id={id} className="flex min-w-0 flex-col gap-1 text-13 empty:hidden">
      {remark === undefined ? null : remark.severity === 'error' ? (
        <span className="flex items-start gap-1.5 font-medium text-bad">
          <CircleAlert size={16} className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {remark.message} <Position from={remark.from} />
          </span>
        </span>
      ) : (
        <span className="flex items-start gap-1.5 text-warn">
          <TriangleAlert size={16} className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {remark.severity !== 'data' ? '' : isOfSample ? 'With sample data: ' : 'With the data at hand: '}
            {remark.message} <Position from={remark.from} />
          </span>
        </span>
      )}
      {result !== undefined && isFocused ? (
        <span className="flex min-w-0 gap-2 rounded-6 bg-sunken px-2 py-1 font-mono">
          <span className="text-text-3">=</span>
          <span className="line-clamp-3 min-w-0 flex-1 [overflow-wrap:anywhere]">{result}</span>
          {isOfSample ? <span className="shrink-0 font-sans text-text-2">from sample data</span> : null}
        </span>
      ) : null}
    </output>
  )
}

const Position = ({ from }: { from: number }) => <span className="font-normal">(at character {from + 1})</span>

import type { NodeProps } from '@xyflow/react'
import { memo, Suspense } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { type StepNode as FlowStep, showsTheSame } from './flow-model.ts'

const MarkdownText = lazyPart(async () => (await import('./markdown-text.web.tsx')).MarkdownText)

/** Text beside the steps. It never runs, and nothing leads to it. */
export const NoteNode = memo(function NoteNode({ data }: NodeProps<FlowStep>) {
  const { name, config } = data.node
  const text = typeof config.text === 'string' ? config.text : ''
  return (
    <div className="note-node">
      <p className="note-node-name">{name}</p>
      {text.trim() === '' ? (
        <p className="text-text-2">Nothing written yet</p>
      ) : (
        <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
          <MarkdownText text={text} />
        </Suspense>
      )}
    </div>
  )
}, showsTheSame)

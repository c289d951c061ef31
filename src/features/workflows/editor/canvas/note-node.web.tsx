import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import type { StepNode as FlowStep } from './flow-model.ts'
import { MarkdownText } from './markdown-text.web.tsx'

/** Text beside the steps. It never runs, and nothing leads to it. */
export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<FlowStep>) {
  const { name, config } = data.node
  const text = typeof config.text === 'string' ? config.text : ''
  return (
    <div className={classNames('note-node', selected && 'is-selected')}>
      <p className="note-node-name">{name}</p>
      {text.trim() === '' ? <p className="text-text-2">Nothing written yet</p> : <MarkdownText text={text} />}
    </div>
  )
})

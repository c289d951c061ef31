import type { MarkedPart } from '#src/sdk/outputs.ts'
import { classNames } from '../class-names.ts'
import { ScrollBox } from '../scroll-box.tsx'
import type { OutputProps } from './output-props.ts'
import { OutputJson } from './plain-outputs.tsx'

const isPart = (value: unknown): value is MarkedPart =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

/** A line end cannot be seen marked, so a sign stands for it; it is not copied. */
const withLineEnds = (text: string) =>
  text.split('\n').map((line, index) => (
    <span key={index}>
      {index > 0 ? (
        <>
          <span aria-hidden="true" className="text-text-3 select-none">
            ↵
          </span>
          {'\n'}
        </>
      ) : null}
      {line}
    </span>
  ))

/** Neighbouring marks differ in their ground and their line; groups are numbered. */
function Mark({ part: { text, mark = 0, group } }: { part: MarkedPart }) {
  return (
    <mark
      className={classNames(
        'border-b-2 text-text',
        mark % 2 === 1 ? 'border-accent bg-accent-soft' : 'border-dashed border-warn bg-warn-soft',
        text === '' && 'border-s-2 border-b-0',
      )}
    >
      {group === undefined ? null : (
        <sup className="text-text-2 select-none">
          <span className="sr-only">group </span>
          {group}
          <span className="sr-only">: </span>
        </sup>
      )}
      {text === '' ? <span className="sr-only select-none">empty match</span> : withLineEnds(text)}
    </mark>
  )
}

/** A text with the places that were found in it. */
export function OutputMarked({ spec, value }: OutputProps) {
  if (!Array.isArray(value) || !value.every(isPart)) return <OutputJson spec={spec} value={value} />
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="text-13 text-text-2">{spec.label}</figcaption>
      <ScrollBox label={spec.label} className="max-h-96 rounded-6 border border-line bg-sunken">
        <pre className="p-3 font-mono text-13 leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
          {value.map((part, index) =>
            part.mark === undefined ? <span key={index}>{part.text}</span> : <Mark key={index} part={part} />,
          )}
        </pre>
      </ScrollBox>
      {spec.help ? <p className="text-13 text-text-3">{spec.help}</p> : null}
    </figure>
  )
}

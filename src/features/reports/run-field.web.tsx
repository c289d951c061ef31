import { CheckboxField } from '#src/ui/fields/flag-fields.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import type { OfferedRun, ReportedRun } from './reported-run.ts'

interface RunFieldProps {
  readonly offered: NonNullable<OfferedRun>
  readonly isSent: boolean
  readonly onSend: (isSent: boolean) => void
}

/** Asks for the result that is on the page, and shows it before it is sent. */
export function RunField({ offered, isSent, onSend }: RunFieldProps) {
  if ('why' in offered)
    return <p className="text-13 text-text-2">The result on this page does not go along: {offered.why}.</p>
  return (
    <div className="flex flex-col gap-2">
      <CheckboxField
        label="Send my inputs and this result along"
        help="To our team and to whoever made the tool. They get exactly what stands here."
        checked={isSent}
        onChange={(event) => onSend(event.target.checked)}
      />
      <RunText run={offered.run} />
    </div>
  )
}

/** A run as it is sent: inputs and result as JSON. */
export const RunText = ({ run: { version, inputs, outputs } }: { run: ReportedRun }) => (
  <ScrollBox label="Inputs and result" className="max-h-48 rounded-6 border border-line bg-sunken">
    <pre dir="ltr" className="p-3 font-mono text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {`Version ${version}\nInputs: ${JSON.stringify(inputs, null, 2)}\nResult: ${JSON.stringify(outputs, null, 2)}`}
    </pre>
  </ScrollBox>
)

import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import type { executionsContract } from '#src/features/executions/executions.schema.ts'
import type { GraphNode } from '#src/lib/graph/graph.schema.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import type { Json } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextAreaField } from '#src/ui/fields/text-field.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { Pin } from '../pins/pins.schema.ts'
import { type NodeTypes, portsOf, portText } from './graph-edit.ts'

interface PinDialogProps {
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly pin: Pin | undefined
  /** The run whose output of this step is offered first. */
  readonly executionId: string | undefined
  readonly onClose: () => void
  /** Rejects with why it cannot be pinned. */
  readonly onPin: (pin: Pin) => Promise<void>
}

/** Asks for the output that stands for a step while the draft is tried. */
export function PinDialog(props: PinDialogProps) {
  const { node, pin, executionId, onClose } = props
  const isOffered = pin === undefined && executionId !== undefined
  const last = useQuery({
    ...getting<typeof executionsContract.stepValue>('/api/executions', executionId ?? '', 'steps', node.id, 'output'),
    enabled: isOffered,
    retry: false,
  })
  const waits = isOffered && last.isPending
  return (
    <Dialog open onClose={onClose} title={`Pin the output of “${node.name}”`}>
      {waits ? (
        <Spinner label="Loading its last output…" showLabel />
      ) : (
        <PinForm {...props} first={pin?.output ?? ((last.data?.value ?? null) as Json)} />
      )}
    </Dialog>
  )
}

function PinForm({ node, types, pin, first, onClose, onPin }: PinDialogProps & { first: Json }) {
  const ports = portsOf(node, types)
  const [text, setText] = useState(() => JSON.stringify(first, null, 2))
  const [port, setPort] = useState(pin?.port ?? ports[0] ?? 'out')
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: (output: Json) => onPin({ output, port }),
    onError: (cause) => setError(toApiError(cause).message),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const output = parseJson(text)
    if (!output.ok) {
      setError(`The output ${output.problem}`)
      document.getElementById('pin-output')?.focus()
    } else if (!save.isPending) save.mutate(output.value as Json)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-text-2">
        While you try the draft, the step does not run and gives this instead. Published versions run the step and never
        use it.
      </p>
      <TextAreaField
        id="pin-output"
        label="Output (JSON)"
        mono
        rows={8}
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setError(undefined)
          setText(event.currentTarget.value)
        }}
      />
      {ports.length > 1 ? (
        <SelectField
          label="The way it goes on"
          options={ports.map((one) => ({ value: one, label: portText(one, node, types) }))}
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Pin
        </Button>
      </div>
    </form>
  )
}

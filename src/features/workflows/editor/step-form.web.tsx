import { memo, useRef } from 'react'
import type { ExecutionStep } from '#src/features/executions/executions.schema.ts'
import type { NodeTypeEntry } from '#src/features/node-types/node-types.schema.ts'
import type { Graph, GraphNode } from '#src/lib/graph/graph.schema.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { SwitchField } from '#src/ui/fields/flag-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { ConfigControl } from './config-control.web.tsx'
import { fieldsOf, isShown } from './config-fields.ts'
import { isTemplate } from './config-values.ts'
import { changeStep, changeType, cutLostWays, type NodeTypes, setConfig, setOnError } from './graph-edit.ts'
import { type EditorProblem, fieldId } from './problems.ts'
import { RetryFields, TimeLimitField } from './retry-fields.web.tsx'
import { useTool } from './tool-field.web.tsx'
import { ToolForm } from './tool-form.web.tsx'

export type Edit = (change: (graph: Graph) => Graph) => void

interface StepFormProps {
  readonly node: GraphNode
  readonly types: NodeTypes
  readonly problems: readonly EditorProblem[]
  readonly edit: Edit
  /** Why it failed when it ran last. */
  readonly failure?: ExecutionStep['error'] | undefined
}

/** Everything about one step; the settings come from the schema of its type. */
export const StepForm = memo(function StepForm({ node, types, problems, edit, failure }: StepFormProps) {
  const type = types.get(node.type)
  const fields = type === undefined ? [] : fieldsOf(type.configSchema)
  const isTrigger = type?.category === 'trigger'
  const { data, isLoading } = useTool(node.type === 'tool' ? node.config.tool : undefined)
  const tool = isTemplate(node.config.input) ? undefined : data?.fxn
  // Fields that its form would take the place of a moment later would take along what is typed into them.
  const hasOwnForm = tool !== undefined || (isLoading && !isTemplate(node.config.input))
  const given = useRef('')
  // A name that nobody has thought of follows the tool.
  const nameAfter = (title: string) => {
    if (node.name !== type?.title && node.name !== given.current) return
    given.current = title
    edit((now) => changeStep(now, node.id, (one) => ({ ...one, name: title })))
  }
  return (
    <div className="flex flex-col gap-5">
      <TextField
        id={fieldId(node.id, 'name')}
        label="Name of the step"
        value={node.name}
        maxLength={200}
        autoComplete="off"
        error={node.name.trim() === '' ? 'Name is required' : undefined}
        onChange={(event) => {
          const name = event.currentTarget.value
          edit((now) => changeStep(now, node.id, (one) => ({ ...one, name })))
        }}
      />
      {isTrigger ? <TriggerType node={node} types={types} edit={edit} /> : null}
      {type === undefined ? (
        <p className="text-14 text-bad">There is no kind of step called “{node.type}”. Remove the step to publish.</p>
      ) : null}
      {type?.off ? <p className="text-14 text-warn">{type.off}.</p> : null}
      {fields
        .filter((field) => isShown(field, fields, node.config) && !(field.name === 'input' && hasOwnForm))
        .map((field) => (
          <ConfigControl
            key={`${node.type} ${field.name}`}
            id={fieldId(node.id, field.name)}
            field={field}
            value={node.config[field.name]}
            problems={problems}
            takesExpressions={!isTrigger}
            failure={failure ?? undefined}
            onChange={(value) => edit((now) => cutLostWays(setConfig(now, node.id, field.name, value), node.id, types))}
            onFound={nameAfter}
          />
        ))}
      {tool === undefined && hasOwnForm ? <RowSkeletons count={2} label="Loading the fields of the tool…" /> : null}
      {tool === undefined ? null : (
        <ToolForm
          nodeId={node.id}
          tool={tool}
          input={node.config.input}
          version={node.config.version}
          problems={problems}
          onInput={(input) => edit((now) => setConfig(now, node.id, 'input', input))}
          onVersion={(version) => edit((now) => setConfig(now, node.id, 'version', version))}
        />
      )}
      {isTrigger || type?.category === 'note' ? null : <Handling node={node} types={types} edit={edit} />}
    </div>
  )
})

const ON_ERROR = [
  { value: 'stop', label: 'End the run as failed' },
  { value: 'continue', label: 'Go on with the next step' },
  { value: 'branch', label: 'Take a way of its own' },
]

/** Whether it reaches out, which may fail for a while, or take for ever; a loop's steps do that themselves. */
const reachesOut = (type: NodeTypeEntry | undefined) => type?.effect !== 'pure' && type?.bodyPort === undefined

/** Of a step that is tried once, only what was set before anybody said so: to be taken away. */
const takesHandling = (type: NodeTypeEntry | undefined, isSet: boolean) => type?.triedOnce === undefined || isSet

const Handling = ({ node, types, edit }: { node: GraphNode; types: NodeTypes; edit: Edit }) => {
  const type = types.get(node.type)
  const isRetried = type?.effect !== 'pure' && takesHandling(type, node.retry !== undefined)
  const isLimited = reachesOut(type) && takesHandling(type, node.timeoutMs !== undefined)
  return (
    <Disclosure summary="Errors and skipping">
      <div className="flex flex-col gap-4 text-text">
        <SelectField
          label="When this step fails"
          options={ON_ERROR}
          value={node.onError}
          onChange={(event) => {
            const onError = event.currentTarget.value as GraphNode['onError']
            edit((now) => setOnError(now, node.id, onError, types))
          }}
        />
        {type?.triedOnce === undefined ? null : <p className="text-14 text-text-2">{type.triedOnce}</p>}
        {isRetried ? <RetryFields node={node} edit={edit} /> : null}
        {isLimited ? <TimeLimitField node={node} edit={edit} /> : null}
        <SwitchField
          label="Pass this step by"
          help="It stays here and its settings are kept, but it does not run."
          checked={node.disabled}
          onChange={(event) => {
            const disabled = event.currentTarget.checked
            edit((now) => changeStep(now, node.id, (one) => ({ ...one, disabled })))
          }}
        />
      </div>
    </Disclosure>
  )
}

function TriggerType({ node, types, edit }: { node: GraphNode; types: NodeTypes; edit: Edit }) {
  const triggers = [...types.values()].filter(({ category }) => category === 'trigger')
  return (
    <SelectField
      label="What starts the workflow"
      help={types.get(node.type)?.description}
      options={triggers.map(({ type, title }) => ({ value: type, label: title }))}
      value={node.type}
      onChange={(event) => {
        const chosen: NodeTypeEntry | undefined = types.get(event.currentTarget.value)
        if (chosen !== undefined) edit((now) => changeType(now, node.id, chosen))
      }}
    />
  )
}

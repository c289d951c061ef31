import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import { isObject } from '#src/lib/json-object.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfigControl } from './config-control.web.tsx'
import { PairsField } from './pairs-field.web.tsx'
import { type EditorProblem, fieldId } from './problems.ts'
import { isToolFieldShown, toolField, unknownInputs, versionOffer, withInput } from './tool-fields.ts'

interface ToolFormProps {
  readonly nodeId: string
  readonly tool: Fxn
  readonly input: Json | undefined
  readonly version: Json | undefined
  readonly problems: readonly EditorProblem[]
  readonly onInput: (input: JsonObject | undefined) => void
  readonly onVersion: (version: number) => void
}

/** The tool's own form; each field takes an expression as well. */
export function ToolForm({ nodeId, tool, input, version, problems, onInput, onVersion }: ToolFormProps) {
  const given: JsonObject = isObject(input) ? input : {}
  const { inputSchema: specs } = tool
  const offer = versionOffer(version, tool.version)
  const unknown = unknownInputs(specs, given)
  return (
    <fieldset className="flex min-w-0 flex-col gap-5 rounded-10 border border-line p-4">
      <legend className="px-1.5 text-14 font-semibold">{tool.title}</legend>
      {Object.entries(specs)
        .filter(([, spec]) => isToolFieldShown(spec, specs, given))
        .map(([name, spec]) => (
          <ConfigControl
            key={name}
            id={fieldId(nodeId, `input.${name}`)}
            field={toolField(name, spec)}
            value={given[name]}
            problems={problems}
            takesExpressions
            onChange={(value) => onInput(withInput(given, name, value))}
          />
        ))}
      {Object.keys(unknown).length > 0 ? (
        <PairsField
          id={fieldId(nodeId, 'input')}
          label="Other inputs"
          help="The tool has no fields of these names. Remove them to publish."
          path="input"
          value={unknown}
          problems={problems}
          onChange={(others) => {
            const known = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(specs, name)))
            onInput({ ...known, ...others })
          }}
        />
      ) : null}
      {offer === undefined ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-2">
          {offer.text}
          <Button size="dense" variant="ghost" onClick={() => onVersion(offer.version)}>
            {offer.label}
          </Button>
        </p>
      )}
    </fieldset>
  )
}

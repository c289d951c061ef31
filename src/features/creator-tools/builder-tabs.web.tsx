import { CircleAlert } from 'lucide-react'
import { Suspense } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { JsonObject } from '#src/sdk/json.ts'
import { RadioGroupField } from '#src/ui/fields/choice-fields.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { CodeEditor } from './code-editor.web.tsx'
import type { ContentProblem } from './content-problems.ts'
import type { Draft, Trial } from './creator-tools.schema.ts'
import { ExamplesEditor } from './examples-editor.web.tsx'
import { FieldsEditor } from './fields-editor.web.tsx'
import { ListingForm } from './listing-form.web.tsx'
import { ListingScore } from './listing-score.web.tsx'
import { OutputsEditor } from './outputs-editor.web.tsx'
import { RawEditor } from './raw-editor.web.tsx'
import { carriedAlong } from './rename-input.ts'
import type { ToolContent } from './tool-content.schema.ts'
import type { Preview } from './use-preview-run.web.tsx'

const ListingPreview = lazyPart(async () => (await import('./listing-preview.web.tsx')).ListingPreview)

interface BuilderTabsProps {
  readonly draft: Draft
  readonly content: ToolContent
  readonly problems: readonly ContentProblem[]
  readonly preview: Preview
  readonly fxn: Fxn
  readonly origin: string
  readonly creator: string
  readonly onChange: (change: Partial<ToolContent>) => void
  readonly onTry: (input: JsonObject) => Promise<Trial>
}

const KINDS = [
  { value: 'config', label: 'Expressions: one for each output, for everybody' },
  { value: 'custom', label: 'Code: JavaScript in a sandbox, with Pro' },
]

/** How much there is to mend in a tab; a number alone would read as how many inputs it has. */
function toMend(problems: readonly ContentProblem[], ...paths: readonly string[]) {
  const count = problems.filter(({ field }) => paths.includes(field.split('.')[0] ?? '')).length
  return count === 0 ? undefined : (
    <span
      title={`${count} to mend`}
      className="inline-flex items-center gap-1 rounded-full bg-bad-soft px-1.5 text-12 font-semibold text-bad"
    >
      <CircleAlert size={12} />
      {count}
      <span className="sr-only"> to mend</span>
    </span>
  )
}

function failureIn({ trial }: Preview) {
  if (trial === undefined || trial.ok || trial.error.line === undefined) return undefined
  return { line: trial.error.line, message: trial.error.message }
}

export function BuilderTabs(props: BuilderTabsProps) {
  const { draft, content, problems, preview, onChange } = props
  const { trial } = preview
  const computing = (
    <div className="flex flex-col gap-6">
      <RadioGroupField
        name="kind"
        label="How it computes"
        options={KINDS}
        value={content.kind}
        onChange={(kind) => onChange({ kind: kind as ToolContent['kind'] })}
      />
      {content.kind === 'custom' ? (
        <CodeEditor
          value={content.source}
          onChange={(source) => onChange({ source })}
          failure={failureIn(preview)}
          mayWriteCode={draft.mayWriteCode}
        />
      ) : null}
      <OutputsEditor
        outputs={content.outputs}
        kind={content.kind}
        problems={problems}
        onChange={(outputs) => onChange({ outputs })}
      />
    </div>
  )
  const examples = (
    <ExamplesEditor
      content={content}
      problems={problems}
      onChange={(all) => onChange({ examples: all })}
      onTry={props.onTry}
      current={{
        input: preview.input,
        outputs: trial?.ok && preview.tool.session.failure === undefined ? (trial.outputs as JsonObject) : undefined,
      }}
    />
  )
  const fields = (
    <FieldsEditor
      fields={content.fields}
      problems={problems}
      onChange={(all) => onChange({ fields: all })}
      onRenamed={(renamings) => onChange(carriedAlong(content, renamings))}
    />
  )
  const listing = (
    <div className="flex flex-col gap-8">
      <ListingForm content={content} licences={draft.licences} problems={problems} onChange={onChange} />
      <ListingScore content={content} />
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <ListingPreview fxn={props.fxn} origin={props.origin} creator={props.creator} />
      </Suspense>
    </div>
  )
  return (
    <Tabs
      label="Parts of the tool"
      tabs={[
        { id: 'fields', label: 'Inputs', mark: toMend(problems, 'fields'), panel: fields },
        { id: 'outputs', label: 'Outputs', mark: toMend(problems, 'outputs', 'source'), panel: computing },
        { id: 'examples', label: 'Examples', mark: toMend(problems, 'examples'), panel: examples },
        {
          id: 'listing',
          label: 'Listing',
          mark: toMend(problems, 'title', 'description', 'icon', 'tags', 'licence'),
          panel: listing,
        },
        { id: 'json', label: 'JSON', panel: <RawEditor content={content} onChange={onChange} /> },
      ]}
    />
  )
}

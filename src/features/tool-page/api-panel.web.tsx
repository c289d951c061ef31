import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { ExternalLink, TextLink } from '#src/ui/text-link.tsx'
import { EmbedPanel } from './embed-panel.web.tsx'
import { INPUT_FILE, isLong, snippetsFor } from './snippets.ts'
import { WorkflowPanel } from './workflow-panel.web.tsx'

interface ApiPanelProps {
  readonly fxn: Fxn
  /** What the form holds beyond its defaults, without what is private. */
  readonly inputs: Readonly<Record<string, Json>>
  readonly origin: string
}

/** Programs and pages of one's own that run this tool, with the inputs of the form. */
export function ApiPanel({ fxn, inputs, origin }: ApiPanelProps) {
  const { slug } = fxn
  const snippets = snippetsFor({ origin, slug, inputs, needsKey: fxn.accessTier === 'pro' })
  const programs = snippets.map(({ id, label, code }) => ({
    id,
    label,
    panel: (
      <div className="flex flex-col gap-3">
        <CodeBlock label={label} code={code} />
        {isLong(inputs) ? <InputFile inputs={inputs} /> : null}
        <p>
          The code carries the inputs of the form above, private ones left out.{' '}
          <ExternalLink href={`/api/tools/${slug}/openapi.json`}>OpenAPI document of this tool</ExternalLink> ·{' '}
          <TextLink to="/api/docs">API reference</TextLink>
        </p>
      </div>
    ),
  }))
  const embed = { id: 'embed', label: 'Embed', panel: <EmbedPanel fxn={fxn} inputs={inputs} origin={origin} /> }
  const workflow = { id: 'workflow', label: 'Workflow', panel: <WorkflowPanel fxn={fxn} inputs={inputs} /> }
  // A frame knows nobody, so nobody in it has Pro.
  const others = fxn.accessTier === 'pro' ? [workflow] : [embed, workflow]
  return <Tabs label="Ways to use it elsewhere" tabs={[...programs, ...others]} />
}

const InputFile = ({ inputs }: Pick<ApiPanelProps, 'inputs'>) => (
  <p className="flex flex-wrap items-center gap-2">
    Your input is long, so the code reads it from a file of the name {INPUT_FILE}.
    <CopyButton text={() => JSON.stringify(inputs)} label="Copy its content" />
  </p>
)

import { useState } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { ExternalLink, TextLink } from '#src/ui/text-link.tsx'
import { EMBED_HEIGHT, EMBED_THEMES, type EmbedTheme, embedCode } from './embed-code.ts'
import { isDelicate, toHash } from './share-link.ts'
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

const THEME_LABELS: Record<EmbedTheme, string> = { auto: 'As the reader’s system', light: 'Light', dark: 'Dark' }
const SMALLEST = 200
const LARGEST = 4000

function EmbedPanel({ fxn, inputs, origin }: ApiPanelProps) {
  const [theme, setTheme] = useState<EmbedTheme>('auto')
  const [typed, setTyped] = useState(String(EMBED_HEIGHT))
  const wanted = Number(typed)
  const isHeight = Number.isInteger(wanted) && wanted >= SMALLEST && wanted <= LARGEST
  const hash = isDelicate(inputs) ? undefined : toHash(inputs)
  const code = embedCode({
    ...{ origin, slug: fxn.slug, title: fxn.title, theme },
    height: isHeight ? wanted : EMBED_HEIGHT,
    ...(hash !== undefined && Object.keys(inputs).length > 0 && { hash }),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-4">
        <SelectField
          label="Theme"
          className="w-56"
          value={theme}
          options={EMBED_THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
          onChange={({ currentTarget }) => setTheme(currentTarget.value as EmbedTheme)}
        />
        <TextField
          label="Height in pixels"
          className="w-40"
          inputMode="numeric"
          value={typed}
          error={isHeight ? undefined : `A whole number from ${SMALLEST} to ${LARGEST}`}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <CodeBlock label="HTML" code={code} />
      <p>
        Shows the tool in a page of yours, beginning with the inputs of the form unless they are long or look private.
        It needs no account and sets no cookie.{' '}
        <ExternalLink href={`/embed/${fxn.slug}?theme=${theme}`}>Look at it alone</ExternalLink>
      </p>
    </div>
  )
}

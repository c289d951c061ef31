import { useState } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'
import { isDelicate } from './delicate.ts'
import { EMBED_HEIGHT, EMBED_THEMES, type EmbedTheme, embedCode } from './embed-code.ts'
import { toHash } from './share-link.ts'

interface EmbedPanelProps {
  readonly fxn: Fxn
  /** What the form holds beyond its defaults, without what is private. */
  readonly inputs: Readonly<Record<string, Json>>
  readonly origin: string
}

const THEME_LABELS: Record<EmbedTheme, string> = { auto: 'As the reader’s system', light: 'Light', dark: 'Dark' }
const SMALLEST = 200
const LARGEST = 4000

/** The tag that shows the tool in somebody's own page, and what can be chosen of it. */
export function EmbedPanel({ fxn, inputs, origin }: EmbedPanelProps) {
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

import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Card } from '#src/ui/card.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { curlFor } from './sample-input.ts'

interface WebhookCardProps {
  readonly graph: Graph
  /** With its secret; null until a draft with a webhook was saved. */
  readonly address: string | null
  readonly isLive: boolean
}

/** The production webhook as the line that calls it. */
export const WebhookCard = ({ graph, address, isLive }: WebhookCardProps) => (
  <Card heading="Webhook">
    <div className="flex flex-col gap-3">
      <p className="text-14 text-text-2">
        {isLive
          ? 'Whoever has this line can start the published version: the secret is in the address.'
          : 'This address answers once the workflow is published.'}
      </p>
      {address === null ? (
        <p className="text-14 text-text-2">The address appears when the draft is saved.</p>
      ) : (
        <CodeBlock label="curl" code={curlFor(graph, address)} />
      )}
    </div>
  </Card>
)

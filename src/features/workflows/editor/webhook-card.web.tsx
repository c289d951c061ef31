import type { Graph } from '#src/lib/graph/graph.schema.ts'
import { Card } from '#src/ui/card.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import type { Workflow } from '../workflows.schema.ts'
import { HookSecrets } from './hook-secrets.web.tsx'
import { curlFor } from './sample-input.ts'
import { TestAddress } from './trial-address.web.tsx'

interface WebhookCardProps {
  readonly workflow: Workflow
  readonly graph: Graph
  /** With its secret; null until a draft with a webhook was saved. */
  readonly address: string | null
  /** What the last call brought, where one is known. */
  readonly lastCall: unknown
}

const WORDS: Readonly<Record<Workflow['status'], string>> = {
  draft: 'This address answers once the workflow is published.',
  published: 'Whoever has this address can start the published version: the secret is in it.',
  paused: 'While the workflow is paused, this address answers 503 and asks callers to come back later.',
}

const testAddressOf = (address: string) => address.replace('/hooks/', '/hooks-test/')

const asksForSignatures = ({ nodes }: Graph) =>
  nodes.some(({ type, config }) => type === 'webhook' && (config.signature ?? 'none') !== 'none')

/** The address of the webhook and the line that calls it, the way to try the draft, and its secrets. */
export const WebhookCard = ({ workflow, graph, address, lastCall }: WebhookCardProps) => (
  <Card heading="Webhook">
    <div className="flex flex-col gap-3">
      <p className="text-14 text-text-2">{WORDS[workflow.status]}</p>
      {address === null ? (
        <p className="text-14 text-text-2">The address appears when the draft is saved.</p>
      ) : (
        <>
          <CodeBlock label="Address" code={address} />
          <CodeBlock label="curl" code={curlFor(graph, address, lastCall)} />
          <TestAddress workflowId={workflow.id} trigger="webhook" listensUntil={workflow.listensUntil}>
            <CodeBlock label="Address for a test" code={testAddressOf(address)} />
            <CodeBlock label="curl for a test" code={curlFor(graph, testAddressOf(address), lastCall)} />
          </TestAddress>
          <HookSecrets
            workflowId={workflow.id}
            asksForSignatures={asksForSignatures(graph)}
            hasSigningSecret={workflow.hasSigningSecret}
          />
        </>
      )}
    </div>
  </Card>
)

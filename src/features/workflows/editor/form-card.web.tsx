import { Card } from '#src/ui/card.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'
import type { Workflow } from '../workflows.schema.ts'
import { TestAddress } from './trial-address.web.tsx'

interface FormCardProps {
  readonly workflow: Pick<Workflow, 'id' | 'status' | 'formPath' | 'formTestPath' | 'listensUntil'>
  /** Where this server is. */
  readonly publicUrl: string
}

const WORDS: Readonly<Record<Workflow['status'], string>> = {
  draft: 'The form is at this address once the workflow is published.',
  published: 'Whoever has this address can fill in the published form.',
  paused: 'While the workflow is paused, the form is closed.',
}

/** Where the form is, and the way to try it as the draft has it. */
export function FormCard({ workflow, publicUrl }: FormCardProps) {
  const { id, status, formPath, formTestPath, listensUntil } = workflow
  const isLive = status === 'published'
  return (
    <Card heading="Form">
      <div className="flex flex-col gap-3">
        <p className="text-14 text-text-2">{WORDS[status]}</p>
        {formPath === null || formTestPath === null ? (
          <p className="text-14 text-text-2">The address appears when the draft is saved.</p>
        ) : (
          <>
            <CodeBlock label="Address" code={publicUrl + formPath} />
            {isLive ? (
              <ExternalLink href={publicUrl + formPath} opensTab>
                Open the form
              </ExternalLink>
            ) : null}
            <TestAddress workflowId={id} trigger="form" listensUntil={listensUntil}>
              <CodeBlock label="Address for a test" code={publicUrl + formTestPath} />
              {listensUntil === null ? null : (
                <ExternalLink href={publicUrl + formTestPath} opensTab>
                  Open the test form
                </ExternalLink>
              )}
            </TestAddress>
          </>
        )}
      </div>
    </Card>
  )
}

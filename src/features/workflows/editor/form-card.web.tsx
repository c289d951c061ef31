import { Card } from '#src/ui/card.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'

interface FormCardProps {
  /** With its secret; null until a draft with a form was saved. */
  readonly address: string | null
  readonly isLive: boolean
}

/** Where the form is. */
export const FormCard = ({ address, isLive }: FormCardProps) => (
  <Card heading="Form">
    <div className="flex flex-col gap-3">
      <p className="text-14 text-text-2">
        {isLive
          ? 'Whoever has this address can fill in the published form.'
          : 'The form is at this address once the workflow is published.'}
      </p>
      {address === null ? (
        <p className="text-14 text-text-2">The address appears when the draft is saved.</p>
      ) : (
        <CodeBlock label="Address" code={address} />
      )}
      {address !== null && isLive ? <ExternalLink href={address}>Open the form</ExternalLink> : null}
    </div>
  </Card>
)

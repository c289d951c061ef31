import { dollars } from '#src/lib/price-text.ts'
import { Card } from '#src/ui/card.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import type { PaymentStory } from './payment-list.schema.ts'

/** What came for Pro after its end and is still here: who sends it back, and what an admin has to do about it. */
export const SendingBack = ({ left, isTried, said, nextAt }: NonNullable<PaymentStory['sendingBack']>) => (
  <Card heading={isTried ? `${dollars(left)} goes back by itself` : `You have to send ${dollars(left)} back`}>
    <div className="flex flex-col gap-2 text-14 text-text-2">
      <p>This came after Pro had ended or was told to. Nothing was given for it.</p>
      {said === null ? null : <p>The provider refused to send it back: “{said}”</p>}
      {isTried ? (
        <p>
          {nextAt === null ? (
            'It is sent within a minute.'
          ) : (
            <>
              It is tried again <TimeAgo at={nextAt} />.
            </>
          )}
        </p>
      ) : (
        <p>
          It is not tried again by itself. Refund it below; where the provider refuses that too, do it at its own desk
          or ask its support. The books follow what it tells, and until then{' '}
          <TextLink to="/admin/payments/checks">the checks</TextLink> name this order.
        </p>
      )}
    </div>
  </Card>
)

import type { ReactNode } from 'react'
import type { Dispute } from '#src/features/copyright/copyright.schema.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const onDay = (at: string) => <time dateTime={at}>{day.format(new Date(at))}</time>

/** What is claimed of a tool, what is answered to it, and the days that count. */
export function DisputeFacts({ dispute: { claims, hiddenAt, counter, courtAt, restoredAt } }: { dispute: Dispute }) {
  return (
    <dl aria-label="Copyright claim" className="flex flex-col gap-2 rounded-6 bg-sunken px-3 py-2 text-14">
      {claims.map(({ claimant, email, work, receivedAt }) => (
        <Fact key={receivedAt + claimant} name="Copyright claimed" at={receivedAt}>
          {`By ${claimant}${email === null ? '' : ` <${email}>`}\n${work}`}
        </Fact>
      ))}
      {hiddenAt === null ? null : <Fact name="Taken out of sight for it" at={hiddenAt} />}
      {counter === null ? null : (
        <>
          <Fact name="Counter-claim" at={counter.receivedAt}>
            {`By ${counter.name}, ${counter.contact}\n${counter.text}`}
          </Fact>
          <Fact name="Shown again">
            not before {onDay(counter.restoreFrom)}, not after {onDay(counter.restoreBy)}, unless the claimant goes to
            court
          </Fact>
        </>
      )}
      {courtAt === null ? null : <Fact name="The claimant went to court" at={courtAt} />}
      {restoredAt === null ? null : <Fact name="Was shown again" at={restoredAt} />}
    </dl>
  )
}

const Fact = ({ name, at, children }: { name: string; at?: string; children?: ReactNode }) => (
  <div>
    <dt className="eyebrow">
      {name}
      {at === undefined ? null : <> · {onDay(at)}</>}
    </dt>
    <dd dir="auto" className="max-w-3xl whitespace-pre-line">
      {children}
    </dd>
  </div>
)

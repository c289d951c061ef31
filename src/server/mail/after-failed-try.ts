/** Why the mail server did not take a mail. */
export interface SendFailure {
  readonly message: string
  /** What SMTP was asked when it failed: 'RCPT TO', 'DATA', 'CONN' … */
  readonly command?: string | undefined
  /** The answer's three digits (RFC 5321, section 4.2); absent when there was no answer. */
  readonly responseCode?: number | undefined
}

interface Tries {
  /** This one included. */
  readonly attempts: number
  readonly createdAt: Date
}

export type Decision =
  | { readonly do: 'retry'; readonly at: Date; readonly reason: string }
  | { readonly do: 'fail'; readonly reason: string }

const SECOND = 1000
const FIRST_PAUSE = 15 * SECOND
const LONGEST_PAUSE = 3600 * SECOND
const GIVE_UP_AFTER = 48 * 3600 * SECOND
const MAX_REASON = 500

/** 15 s, 30 s, 1 min … 1 h. */
const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20))

/**
 * What a 5xx says about the recipient or the mail itself stays true. Any other 5xx (a wrong password, a sender that may
 * not relay) is for the operator to mend, and the mail waits for it. 503 speaks of the connection, not of the mail.
 */
const isPermanent = ({ command, responseCode = 0 }: SendFailure) =>
  (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && responseCode <= 599 && responseCode !== 503

export function afterFailedTry(failure: SendFailure, { attempts, createdAt }: Tries, now: Date): Decision {
  const reason = failure.message.slice(0, MAX_REASON)
  if (isPermanent(failure)) return { do: 'fail', reason }
  const at = new Date(now.getTime() + pauseAfter(attempts))
  if (at.getTime() - createdAt.getTime() > GIVE_UP_AFTER)
    return { do: 'fail', reason: `Given up after 48 hours. ${reason}` }
  return { do: 'retry', at, reason }
}

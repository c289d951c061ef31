import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { SendFailure } from './after-failed-try.ts'

export interface OutgoingMail {
  /** The same for every try, so that a mailbox can tell a repeated mail. */
  readonly id: string
  readonly to: string
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a mail program's own unsubscribe button posts to. */
  readonly unsubscribeUrl: string | null
}

/** Settles when the mail server has taken the mail; rejects with a `SendFailure`. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>

interface SmtpOptions {
  readonly smtpUrl: string
  /** An address, or a name and an address. */
  readonly from: string
  readonly timeoutMs?: number
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

const domainOf = (mailbox: string) => mailbox.replace(/>$/, '').split('@').at(-1) ?? 'localhost'

/** Loaded with the first mail: a start has no use for it. */
async function openTransport(smtpUrl: string, timeoutMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { username, hostname } = new URL(smtpUrl)
  return createTransport({
    url: smtpUrl,
    // Encryption when the server offers it; with a password always, or who sits in between could switch it off.
    requireTLS: username !== '' && !isLoopback(hostname),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Sends through the operator's mail server, one connection per mail. */
export function createSmtp({ smtpUrl, from, timeoutMs = 30_000 }: SmtpOptions): SendMail {
  let transport: Promise<Transporter> | undefined
  return async ({ id, to, replyTo, subject, text, html, unsubscribeUrl }, signal) => {
    // A server that sends a byte now and then never falls silent, and would hold the mail for ever.
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(2 * timeoutMs)])
    transport ??= openTransport(smtpUrl, timeoutMs)
    await (await transport).sendMail({
      messageId: `<${id}@${domainOf(from)}>`,
      from,
      // An object is one address, whatever commas it holds.
      to: { name: '', address: to },
      ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
      ...{ subject, text, html },
      headers: {
        // RFC 3834: nobody's absence note shall answer this.
        'auto-submitted': 'auto-generated',
        ...(unsubscribeUrl !== null && {
          'list-unsubscribe': `<${unsubscribeUrl}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
      },
      signal: deadline,
    })
  }
}

export const toSendFailure = (error: unknown): SendFailure => {
  const { command, responseCode, message } = error as Partial<SendFailure>
  return { message: message ?? String(error), command, responseCode }
}

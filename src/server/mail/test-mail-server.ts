import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire, headers first. */
  readonly raw: string
  readonly secure: boolean
  /** Who the sender said they were. */
  readonly user: string | undefined
}

export interface TestMailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  stop(): Promise<void>
}

/** A real SMTP server in this process; `options` say how it misbehaves. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const to = rcptTo.map(({ address }) => address)
        received.push({ from, to, raw, secure: session.secure, user: session.user })
        done()
      }, done)
    },
    ...options,
  })
  // Clients that hang up in the middle of a word are part of the tests.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { port, received, stop: () => new Promise((resolve) => server.close(resolve)) }
}

/** An answer of the mail server: "550 No such user". */
export const smtpAnswer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

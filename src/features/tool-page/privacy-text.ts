import { REFUND_DAYS, REFUND_RUNS } from '#src/features/checkout/checkout.schema.ts'

const HISTORY = 'A history of your runs stays in this browser, unless you switch it off.'

const FOR_NOW = `You have bought it and can take your money back within ${REFUND_DAYS} days, up to ${REFUND_RUNS} successful runs. After that it runs in your browser, and your input stays there.`

interface WhereItRuns {
  /** In this browser; otherwise on the server. */
  readonly isLocal: boolean
  /** On the server only because the viewer can still take their money back. */
  readonly refundOpen: boolean
}

/** What leaves the browser, said where the tool is. */
export const privacyText = ({ isLocal, refundOpen }: WhereItRuns): string =>
  isLocal
    ? `Nothing leaves this page while you use the tool: it runs in your browser and makes no request. When you leave the page after using it, one count goes to Fettle: which tool and version, whether it worked, and how long it took. No input and no result. ${HISTORY}`
    : `This tool runs on our server, in a sandbox without network or files. Your input is sent there when you press Run. ${refundOpen ? `${FOR_NOW} ` : ''}The run is counted: which tool and version, whether it worked, and how long it took. Until the answer is there, this tab remembers the run, so that a reload does not lose it. ${HISTORY}`

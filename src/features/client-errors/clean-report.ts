import type { ClientErrorReport } from './client-errors.schema.ts'

// Pages whose path itself is a secret: whoever has the address has what it leads to.
const SECRET_PATHS =
  /(\/(?:hooks|hooks-test|forms|approvals|reset-password|verify-email|email-preferences|invitations)\/)[^\s"'()<>]+/gi
/** None may take long on what a stranger sends: every repetition is bounded or can begin at one place only. */
const SECRETS: readonly [RegExp, string][] = [
  // What follows an address, up to the line and column that a stack ends with.
  [
    /((?:https?|blob|wss?):\/\/[^\s"'()<>?#]*|(?<![\w%.~/-])\/[\w%.~/-]+)[?#][^\s"'()<>]*?(?=(?::\d+){0,2}(?:[\s"'()<>]|$))/gi,
    '$1',
  ],
  [/\bftl_[\w-]+/g, 'ftl_…'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …'],
  [/\b(token|secret|password|passwd|code|key|session|authorization)(["']?\s*[=:]\s*["']?)[^\s"',;&)}]+/gi, '$1$2…'],
  [/\beyJ[\w-]{1,2000}\.[\w-]+\.[\w-]*/g, '…'],
  [/[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g, '…@…'],
]

/** A text without what could let somebody in or name a person. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((cleaned, [pattern, by]) => cleaned.replace(pattern, by), text.replace(SECRET_PATHS, '$1…'))

/** Origin and path of an address, and neither its query nor its fragment; '' for what is none. */
function cleanAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, origin, pathname } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? `${origin}${pathname}`.replace(SECRET_PATHS, '$1…') : ''
}

/** What may be stored of a report. */
export const cleanReport = (report: ClientErrorReport): ClientErrorReport => ({
  ...report,
  message: withoutSecrets(report.message),
  stack: withoutSecrets(report.stack),
  componentStack: withoutSecrets(report.componentStack),
  url: cleanAddress(report.url),
})

/** The first line of a stack that names a place, without the origin: "at run (/assets/tool.js:1:20)". '' without one. */
export function topFrame(stack: string): string {
  const line = stack.split('\n').find((one) => /:\d+(:\d+)?\)?\s*$/.test(one)) ?? ''
  return line
    .trim()
    .replace(/https?:\/\/[^/\s)]+/g, '')
    .slice(0, 300)
}

/** What two reports of the same failure have in common: the message but for its numbers and ids, and the top frame. */
export const fingerprintText = ({ message, stack }: Pick<ClientErrorReport, 'message' | 'stack'>): string =>
  `${message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#')}\n${topFrame(stack)}`

export interface Status {
  readonly code: number
  readonly name: string
  readonly reference: string
  readonly meaning: string
}

const of9110 = (section: string) => `RFC 9110, section 15.${section}`

/** IANA, Hypertext Transfer Protocol (HTTP) Status Code Registry; the meanings are in our words. */
const ROWS: readonly (readonly [number, string, string, string])[] = [
  [100, 'Continue', of9110('2.1'), 'Go on and send the body.'],
  [101, 'Switching Protocols', of9110('2.2'), 'The connection goes on with the protocol that Upgrade names.'],
  [102, 'Processing', 'RFC 2518', 'The request was taken and takes a while.'],
  [103, 'Early Hints', 'RFC 8297', 'Links worth loading before the answer comes.'],
  [200, 'OK', of9110('3.1'), 'It worked.'],
  [201, 'Created', of9110('3.2'), 'A new resource was made; Location says where.'],
  [202, 'Accepted', of9110('3.3'), 'It will be worked on later; nothing is certain yet.'],
  [203, 'Non-Authoritative Information', of9110('3.4'), 'It worked, and a proxy changed the content.'],
  [204, 'No Content', of9110('3.5'), 'It worked, and there is no body.'],
  [205, 'Reset Content', of9110('3.6'), 'It worked: clear the form that was sent.'],
  [206, 'Partial Content', of9110('3.7'), 'The part that Range asked for.'],
  [207, 'Multi-Status', 'RFC 4918', 'Several resources, each with a status of its own (WebDAV).'],
  [208, 'Already Reported', 'RFC 5842', 'These members were listed before (WebDAV).'],
  [226, 'IM Used', 'RFC 3229', 'The changes since a version that the client has.'],
  [300, 'Multiple Choices', of9110('4.1'), 'There are several representations: choose one.'],
  [301, 'Moved Permanently', of9110('4.2'), 'Use the address in Location from now on; POST may become GET.'],
  [302, 'Found', of9110('4.3'), 'For now it is at Location; POST may become GET.'],
  [303, 'See Other', of9110('4.4'), 'The answer is at Location; fetch it with GET.'],
  [304, 'Not Modified', of9110('4.5'), 'What you have is still right.'],
  [305, 'Use Proxy', of9110('4.6'), 'Given up for security.'],
  [306, '(Unused)', of9110('4.7'), 'Was used in an early draft, and is kept free.'],
  [307, 'Temporary Redirect', of9110('4.8'), 'For now it is at Location; the method stays.'],
  [308, 'Permanent Redirect', of9110('4.9'), 'Use the address in Location from now on; the method stays.'],
  [400, 'Bad Request', of9110('5.1'), 'The server cannot make sense of the request.'],
  [401, 'Unauthorized', of9110('5.2'), 'Credentials are missing or wrong; WWW-Authenticate says which.'],
  [402, 'Payment Required', of9110('5.3'), 'Kept for the future; some APIs ask for payment with it.'],
  [403, 'Forbidden', of9110('5.4'), 'Understood and refused; other credentials may help.'],
  [404, 'Not Found', of9110('5.5'), 'There is nothing here, or it is not to be known.'],
  [405, 'Method Not Allowed', of9110('5.6'), 'The resource does not know this method; Allow lists those it does.'],
  [406, 'Not Acceptable', of9110('5.7'), 'Nothing fits what the Accept fields ask for.'],
  [407, 'Proxy Authentication Required', of9110('5.8'), 'As 401, for the proxy.'],
  [408, 'Request Timeout', of9110('5.9'), 'The request did not come in time.'],
  [409, 'Conflict', of9110('5.10'), 'It does not go with the present state of the resource.'],
  [410, 'Gone', of9110('5.11'), 'It was here and will not come back.'],
  [411, 'Length Required', of9110('5.12'), 'Say Content-Length.'],
  [412, 'Precondition Failed', of9110('5.13'), 'An If- field of the request does not hold.'],
  [413, 'Content Too Large', of9110('5.14'), 'The body is larger than the server takes.'],
  [414, 'URI Too Long', of9110('5.15'), 'The address is longer than the server reads.'],
  [415, 'Unsupported Media Type', of9110('5.16'), 'The server does not take bodies of this type or encoding.'],
  [416, 'Range Not Satisfiable', of9110('5.17'), 'The range lies outside the content.'],
  [417, 'Expectation Failed', of9110('5.18'), 'What Expect demands cannot be done.'],
  [418, '(Unused)', of9110('5.19'), 'Kept free since an April fool: I’m a teapot (RFC 2324).'],
  [421, 'Misdirected Request', of9110('5.20'), 'This server does not answer for that host.'],
  [422, 'Unprocessable Content', of9110('5.21'), 'Well formed, but what it says cannot be done.'],
  [423, 'Locked', 'RFC 4918', 'The resource is locked (WebDAV).'],
  [424, 'Failed Dependency', 'RFC 4918', 'It needed another action that failed (WebDAV).'],
  [425, 'Too Early', 'RFC 8470', 'Sent in early TLS data, which could be a replay.'],
  [426, 'Upgrade Required', of9110('5.22'), 'Only with the protocol that Upgrade names.'],
  [428, 'Precondition Required', 'RFC 6585', 'Send an If-Match, so that no change is lost.'],
  [429, 'Too Many Requests', 'RFC 6585', 'Slow down; Retry-After may say how long.'],
  [431, 'Request Header Fields Too Large', 'RFC 6585', 'The header is larger than the server takes.'],
  [451, 'Unavailable For Legal Reasons', 'RFC 7725', 'A law or an order forbids it.'],
  [500, 'Internal Server Error', of9110('6.1'), 'Something unexpected went wrong in the server.'],
  [501, 'Not Implemented', of9110('6.2'), 'The server does not know the method at all.'],
  [502, 'Bad Gateway', of9110('6.3'), 'The server behind it gave an answer of no use.'],
  [503, 'Service Unavailable', of9110('6.4'), 'Overloaded or under maintenance; Retry-After may say how long.'],
  [504, 'Gateway Timeout', of9110('6.5'), 'The server behind it did not answer in time.'],
  [505, 'HTTP Version Not Supported', of9110('6.6'), 'Not with this version of HTTP.'],
  [506, 'Variant Also Negotiates', 'RFC 2295', 'The variant chosen would itself have to choose.'],
  [507, 'Insufficient Storage', 'RFC 4918', 'There is no room for it (WebDAV).'],
  [508, 'Loop Detected', 'RFC 5842', 'It went round in a circle (WebDAV).'],
  [510, 'Not Extended', 'RFC 2774', 'Obsolete: an extension was missing.'],
  [511, 'Network Authentication Required', 'RFC 6585', 'Sign in to the network first, as in a hotel.'],
]

export const REGISTRY: readonly Status[] = ROWS.map(([code, name, reference, meaning]) => ({
  code,
  name,
  reference,
  meaning,
}))

/** RFC 9110, section 15, by the first digit. */
export const CLASSES: Readonly<Record<number, string>> = {
  1: 'Informational',
  2: 'Successful',
  3: 'Redirection',
  4: 'Client Error',
  5: 'Server Error',
}

/** RFC 9110, section 15.1: caches may keep these without being told how long. */
export const CACHEABLE: ReadonlySet<number> = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

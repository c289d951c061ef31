import { z } from '#src/lib/zod.ts'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Visible characters, blanks and the upper half of Latin-1: RFC 9110, section 5.5. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

export const HeaderName = z.string().regex(TOKEN, 'A header name has letters, digits and hyphens only')
/** In lower case. */
export const LowerHeaderName = HeaderName.transform((name) => name.toLowerCase())
const HeaderValue = z
  .union([z.string(), z.number(), z.boolean()], 'A header value is text')
  .transform(String)
  .refine((value) => FIELD_VALUE.test(value), 'A header value is one line of Latin-1 text')

/** Header name → value; numbers and booleans become text. Names are turned to lower case. */
export const Headers = z
  .record(HeaderName, HeaderValue)
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )

import { SecretName } from '#src/lib/value-names.ts'
import { z } from '#src/lib/zod.ts'
import { field, JsonValue, plainOptions } from './field-hints.ts'
import { HeaderName, Headers } from './headers.ts'
import { AUTH_KINDS } from './http-auth.ts'
import { PAGING_KINDS } from './http-paging.ts'
import { BODY_KINDS, HTTP_METHODS, Parameters } from './http-request.ts'
import { MAX_BINARY_BYTES, RESPONSE_KINDS } from './http-response.ts'

const request = {
  method: field(z.enum(HTTP_METHODS).default('GET'), {
    title: 'Method',
    description: 'What the request does.',
    control: 'select',
    options: plainOptions(HTTP_METHODS),
  }),
  url: field(z.url({ protocol: /^https?$/, error: 'The URL must begin with http:// or https://' }), {
    title: 'URL',
    description: 'The address to call. It must be reachable from the public internet.',
    control: 'text',
    placeholder: 'https://api.example.com/orders',
  }),
  query: field(Parameters.default({}), {
    title: 'Query',
    description: 'Added to the URL; a list repeats the parameter, null leaves it out.',
    control: 'keyvalue',
  }),
  headers: field(Headers.prefault({}), {
    title: 'Headers',
    description: 'HTTP headers of the request.',
    control: 'keyvalue',
  }),
}

export const authFields = {
  auth: field(z.enum(AUTH_KINDS).default('none'), {
    title: 'Sign in with',
    description: 'How the request proves who asks.',
    control: 'select',
    options: [
      { value: 'none', label: 'Nothing' },
      { value: 'bearer', label: 'A token (Authorization: Bearer)' },
      { value: 'basic', label: 'Name and password (Basic)' },
      { value: 'header', label: 'A header of its own' },
      { value: 'query', label: 'A query parameter' },
    ],
  }),
  username: field(
    z
      .string()
      .max(200)
      .regex(/^[^:]*$/, 'A name has no colon')
      .default(''),
    {
      title: 'Name',
      description: 'The secret is its password.',
      control: 'text',
      showIf: { field: 'auth', in: ['basic'] },
    },
  ),
  authName: field(HeaderName.max(100).default('X-API-Key'), {
    title: 'Name of the header or parameter',
    description: 'Where the secret is sent.',
    control: 'text',
    showIf: { field: 'auth', in: ['header', 'query'] },
  }),
  secret: field(SecretName.optional(), {
    title: 'Secret',
    description: 'One of your secrets. What it is never shows in a run.',
    control: 'secret',
    showIf: { field: 'auth', in: ['bearer', 'basic', 'header', 'query'] },
  }),
}

const body = {
  bodyKind: field(z.enum(BODY_KINDS).default('none'), {
    title: 'Body kind',
    description: 'How the body is written.',
    control: 'select',
    options: [
      { value: 'none', label: 'No body' },
      { value: 'json', label: 'JSON' },
      { value: 'text', label: 'Text' },
      { value: 'form', label: 'Form fields (URL-encoded)' },
      { value: 'multipart', label: 'Form fields and files (multipart)' },
      { value: 'file', label: 'A file' },
    ],
  }),
  body: field(JsonValue.default(null), {
    title: 'Body',
    description: 'Any value for JSON, text for text, an object for form fields, {{ trigger.values.cv }} for a file.',
    control: 'json',
    showIf: { field: 'bodyKind', in: ['json', 'text', 'form', 'multipart', 'file'] },
  }),
}

const answer = {
  responseKind: field(z.enum(RESPONSE_KINDS).default('auto'), {
    title: 'Read the answer as',
    description: `What the body of the result is. Binary answers may have ${MAX_BINARY_BYTES / 1_000_000} MB.`,
    control: 'select',
    options: [
      { value: 'auto', label: 'JSON when the server says so, else text' },
      { value: 'json', label: 'JSON' },
      { value: 'text', label: 'Text' },
      { value: 'binary', label: 'Binary, as Base64 text' },
    ],
  }),
  timeoutMs: field(z.int().min(1).max(300_000).default(30_000), {
    title: 'Time limit (ms)',
    description: 'For the whole exchange, redirects included.',
    control: 'number',
  }),
  followRedirects: field(z.boolean().default(true), {
    title: 'Follow redirects',
    description: 'Up to five; without it a redirect is an ordinary answer.',
    control: 'switch',
  }),
  failFromStatus: field(z.int().min(100).max(600).default(400), {
    title: 'Fail from status',
    description: 'An answer with this status or a higher one fails the step; 600 accepts all.',
    control: 'number',
  }),
}

const paging = {
  paging: field(z.enum(PAGING_KINDS).default('none'), {
    title: 'Pages',
    description: 'When the answer comes in pages, all their items together are the body of the result.',
    control: 'select',
    options: [
      { value: 'none', label: 'One answer' },
      { value: 'link', label: 'Follow the Link header' },
      { value: 'cursor', label: 'Each page names the next one' },
      { value: 'page', label: 'Count the pages' },
    ],
  }),
  pageItems: field(z.string().optional(), {
    title: 'Items of a page',
    description: 'Where the list is: item is the body of a page. Empty: the body is the list.',
    control: 'expression',
    placeholder: '{{ item.orders }}',
    showIf: { field: 'paging', in: ['link', 'cursor', 'page'] },
  }),
  cursor: field(z.string().optional(), {
    title: 'Cursor of the next page',
    description: 'item is the body of a page. The last page is the one where this is null or empty.',
    control: 'expression',
    placeholder: '{{ item.?next_cursor.orValue(null) }}',
    showIf: { field: 'paging', in: ['cursor'] },
  }),
  pageParameter: field(z.string().min(1).max(100).default('page'), {
    title: 'Query parameter',
    description: 'It carries the cursor, or the number of the page.',
    control: 'text',
    showIf: { field: 'paging', in: ['cursor', 'page'] },
  }),
  firstPage: field(z.int().min(0).max(1_000_000).default(1), {
    title: 'First page',
    description: 'Its number. The last page is the one without items.',
    control: 'number',
    showIf: { field: 'paging', in: ['page'] },
  }),
  maxPages: field(z.int().min(1).max(100).default(10), {
    title: 'Most pages',
    description: 'The step stops after so many, and says whether there were more.',
    control: 'number',
    showIf: { field: 'paging', in: ['link', 'cursor', 'page'] },
  }),
}

export const HttpConfig = z
  .strictObject({ ...request, ...authFields, ...body, ...answer, ...paging })
  .refine(({ auth: kind, secret }) => kind === 'none' || secret !== undefined, {
    path: ['secret'],
    error: 'Choose a secret',
  })
  .refine(({ paging: kind, cursor = '' }) => kind !== 'cursor' || cursor !== '', {
    path: ['cursor'],
    error: 'Say where a page names the next one',
  })

import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageMeta } from '#src/client/page-meta.tsx'
import { requestContext } from '#src/client/request-context.ts'
import { MAX_RUN_BYTES } from '#src/features/tool-runs/tool-runs.schema.ts'
import { Badge } from '#src/ui/badge.tsx'
import { CodeBlock } from '#src/ui/code-block.tsx'
import { PageBody, PageHeader, SectionHeader } from '#src/ui/shell/page-header.tsx'
import { ExternalLink } from '#src/ui/text-link.tsx'
import { groupOperations, type OpenApi, type Operation } from './operations.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const { openApi, publicUrl } = context.get(requestContext)
  return {
    groups: groupOperations(openApi() as unknown as OpenApi),
    origin: publicUrl,
    mostOfRun: `${Math.floor(MAX_RUN_BYTES / 1_000_000)} MB`,
  }
}

export default function ApiDocsPage() {
  const { groups, origin, mostOfRun } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="API reference · Fettle"
        description="Every call of the Fettle API: paths, parameters, bodies, answers and errors."
        path="/api/docs"
      />
      <PageHeader
        title="API reference"
        lead="Everything that the pages do, your programs can do too."
        actions={<ExternalLink href="/api/openapi.json">OpenAPI 3.1 document</ExternalLink>}
      />
      <PageBody>
        <div className="grid gap-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
          <nav aria-label="On this page" className="lg:sticky lg:top-20 lg:self-start">
            <ul className="flex flex-wrap gap-x-4 gap-y-1 lg:flex-col">
              {[{ name: 'conventions' }, ...groups, { name: 'hooks' }].map(({ name }) => (
                <li key={name}>
                  <a
                    href={`#${name}`}
                    className="inline-flex min-h-7 min-w-7 items-center rounded-4 font-mono text-13 text-text-2 hover:text-text hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex min-w-0 flex-col gap-12">
            <Conventions origin={origin} mostOfRun={mostOfRun} />
            {groups.map(({ name, operations }) => (
              <section key={name} aria-labelledby={name} className="flex min-w-0 flex-col gap-4">
                <SectionHeader id={name} title={name} />
                {operations.map((operation) => (
                  <OperationCard key={operation.method + operation.path} operation={operation} />
                ))}
              </section>
            ))}
            <Hooks origin={origin} />
          </div>
        </div>
      </PageBody>
    </>
  )
}

const ENVELOPE = `{
  "error": {
    "code": "INVALID_INPUT",
    "message": "Bill is required",
    "details": [{ "field": "bill", "message": "Bill is required" }],
    "timestamp": "2026-01-31T12:00:00.000Z",
    "requestId": "…",
    "retryAfter": null
  }
}`

const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-4 bg-sunken px-1 font-mono text-[0.9em] [overflow-wrap:anywhere]">{children}</code>
)

const Conventions = ({ origin, mostOfRun }: { origin: string; mostOfRun: string }) => (
  <section aria-labelledby="conventions" className="flex min-w-0 flex-col gap-4">
    <SectionHeader id="conventions" title="conventions" />
    <ul className="flex max-w-3xl list-disc flex-col gap-2 ps-5 text-14 text-text-2 marker:text-text-3">
      <li>
        Every address begins with <Code>{origin}</Code>. Bodies and answers are JSON; send{' '}
        <Code>Content-Type: application/json</Code>.
      </li>
      <li>
        A call that changes something needs the header <Code>X-Requested-With</Code>, with any value.
      </li>
      <li>
        An <Code>Idempotency-Key</Code> makes a repeat safe: the same key with the same body gets the first answer
        again, with another body 409. Keys are kept for at least 24 hours.
      </li>
      <li>
        A failure answers the envelope below, with a stable <Code>code</Code>. <Code>details</Code> names the fields at
        fault. <Code>retryAfter</Code> is in seconds and equals the <Code>Retry-After</Code> header.
      </li>
      <li>
        Most calls need an account: send an API key as <Code>Authorization: Bearer …</Code> where a call names a scope,
        or the cookie of a session, which <Code>curl -c session.txt</Code> keeps from <Code>POST /api/login</Code>.
      </li>
      <li>
        A body may have 1 MB, that of a tool’s run {mostOfRun}, of which each field takes what its schema says. More is
        413.
      </li>
      <li>
        400 is a malformed or unknown field, 422 a wrong value or a failed run, 401 a missing sign-in, 404 also what is
        not yours, 429 too many calls.
      </li>
    </ul>
    <CodeBlock label="ErrorEnvelope" code={ENVELOPE} />
  </section>
)

const hookCurl = (origin: string) =>
  [`curl -X POST ${origin}/hooks/WORKFLOW_ID/SECRET`, `-H 'Content-Type: application/json'`, `-d '{"bill":84.5}'`].join(
    ' \\\n  ',
  )

/** What starts a published workflow; no contract describes it, because its author decides what it takes and answers. */
const Hooks = ({ origin }: { origin: string }) => (
  <section aria-labelledby="hooks" className="flex min-w-0 flex-col gap-4">
    <SectionHeader id="hooks" title="hooks" />
    <ul className="flex max-w-3xl list-disc flex-col gap-2 ps-5 text-14 text-text-2 marker:text-text-3">
      <li>
        <Code>/hooks/WORKFLOW_ID/SECRET</Code> starts a published workflow that begins with a webhook. The editor shows
        the address; who knows it may call it, without a key or any header of ours.
      </li>
      <li>
        The methods are those of the webhook step; any other is 405. JSON, form fields and text up to 1 MB reach the
        workflow as <Code>trigger.body</Code>, beside <Code>trigger.query</Code> and <Code>trigger.headers</Code>.
      </li>
      <li>
        The answer is what the first Respond step says, or the last step where the webhook says so. Without one, or
        after 30 s, it is 202 with the <Code>executionId</Code>. The run is stored before anything is answered.
      </li>
      <li>
        Where the webhook step asks for it, a request without a valid HMAC SHA-256 is 401 <Code>INVALID_SIGNATURE</Code>
        , one too many in a minute 429, and a repeated delivery 200 with the <Code>executionId</Code> of the first one
        and <Code>duplicate</Code>.
      </li>
      <li>
        <Code>/hooks-test/WORKFLOW_ID/SECRET</Code> starts the draft, for five minutes after the editor has asked for
        it.
      </li>
      <li>
        422 means that the workflow refuses what you sent, and names the field. 502, 503 and 504 mean that a service or
        a tool that it uses failed, is busy, or is too slow. 500 <Code>EXECUTION_FAILED</Code> is the workflow’s own
        mistake; its owner finds the reason under the <Code>executionId</Code>.
      </li>
      <li>
        Answers are sandboxed (<Code>Content-Security-Policy: sandbox</Code>): shown in a browser they run no scripts.
      </li>
    </ul>
    <CodeBlock label="curl for a webhook" code={hookCurl(origin)} />
  </section>
)

const OperationCard = ({ operation }: { operation: Operation }) => (
  <article id={operation.id} className="min-w-0 scroll-mt-20 rounded-10 border border-line bg-surface">
    <header className="flex flex-col gap-1 border-b border-line px-4 py-3">
      <h3 className="flex flex-wrap items-center gap-2 font-mono text-14 font-medium [overflow-wrap:anywhere]">
        <Badge kind={operation.method === 'GET' ? 'neutral' : 'accent'}>{operation.method}</Badge>
        {operation.path}
      </h3>
      <p className="text-14 text-text-2">{operation.summary}</p>
    </header>
    <div className="flex flex-col gap-4 p-4">
      {operation.parameters.length === 0 ? null : (
        <dl className="flex flex-col gap-1.5 text-13">
          {operation.parameters.map(({ name, place, type, isRequired }) => (
            <div key={place + name} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="font-mono">
                {name}
                {isRequired ? '' : '?'} <span className="text-text-3">{place}</span>
              </dt>
              <dd className="font-mono text-text-2 [overflow-wrap:anywhere]">{type}</dd>
            </div>
          ))}
        </dl>
      )}
      <CodeBlock label={`curl for ${operation.method} ${operation.path}`} code={operation.curl} />
      {operation.scope === undefined ? null : (
        <p className="text-13 text-text-2">
          Takes an API key with the scope <Code>{operation.scope}</Code>.
        </p>
      )}
      {operation.body === undefined ? null : (
        <CodeBlock label={`Body of ${operation.method} ${operation.path}`} code={operation.body} />
      )}
      <CodeBlock
        label={`Answer ${operation.status} of ${operation.method} ${operation.path}`}
        code={operation.answer}
      />
      {operation.errors.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-1.5 text-13 text-text-2">
          Errors
          {operation.errors.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </p>
      )}
    </div>
  </article>
)

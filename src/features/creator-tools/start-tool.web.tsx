import { Copy } from 'lucide-react'
import { type SubmitEvent, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { slugIn } from '#src/features/catalog/slug-in.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextAreaField, TextField } from '#src/ui/fields/text-field.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageBody, PageHeader } from '#src/ui/shell/page-header.tsx'
import { cloneTool, isRefundOpen } from './clone-tool.ts'
import type { creatorToolsContract } from './creator-tools.schema.ts'
import { contentFromSignature } from './signature.ts'
import { TEMPLATES } from './templates.ts'
import type { ToolContent } from './tool-content.schema.ts'

const GiveUpRefund = lazyPart(async () => (await import('./give-up-refund.web.tsx')).GiveUpRefund)

interface Cloning {
  readonly id: string
  readonly givesUpRefund: boolean
}

/** The ways to begin: a template, another tool, a function that is already written. */
export function StartTool() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string>()
  /** The tool that they can still take their money back for. */
  const [refundOf, setRefundOf] = useState<string>()
  const [failure, setFailure] = useState<{ readonly of: string; readonly message: string }>()
  const begin = async (what: string, work: () => Promise<string>) => {
    if (busy !== undefined) return
    setBusy(what)
    setFailure(undefined)
    try {
      await navigate(`/create-tool?draft=${await work()}`)
    } catch (error) {
      setFailure({ of: what, message: toApiError(error).message })
    } finally {
      setBusy(undefined)
    }
  }
  const create = async (content: ToolContent) =>
    (await api<typeof creatorToolsContract.create>('POST', '/api/tools', { body: { content } })).draft.id
  const clone = ({ id, givesUpRefund }: Cloning) =>
    begin('clone', async () => {
      try {
        return await cloneTool(id, { givesUpRefund })
      } catch (error) {
        setRefundOf(isRefundOpen(error) ? id : undefined)
        throw error
      }
    })
  const messageOf = (what: string) => (failure?.of === what ? failure.message : undefined)
  return (
    <>
      <title>Build a tool · Fettle</title>
      <PageHeader
        title="Build a tool"
        lead="A form, what it computes, and examples that prove it. Nobody sees it until you publish."
      />
      <PageBody>
        <Card heading="Begin with a template">
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {TEMPLATES.map(({ id, title, text, content }) => (
              <li key={id} className="grid">
                <button
                  type="button"
                  aria-busy={busy === id || undefined}
                  onClick={() => void begin(id, () => create(content))}
                  className="flex flex-col gap-1 rounded-6 border border-line bg-surface p-4 text-start hover:border-line-strong hover:bg-hover"
                >
                  <span aria-hidden="true" className="text-21">
                    {content.icon || '+'}
                  </span>
                  <span className="text-16 font-medium">{title}</span>
                  <span className="text-13 text-text-2">{text}</span>
                </button>
              </li>
            ))}
          </ul>
          <p role="alert" className="text-13 font-medium text-bad">
            {TEMPLATES.map(({ id }) => messageOf(id)).find((message) => message !== undefined)}
          </p>
        </Card>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <FromTool
            busy={busy === 'clone'}
            error={messageOf('clone')}
            onClone={(id) => void clone({ id, givesUpRefund: false })}
          />
          <FromFunction
            busy={busy === 'function'}
            error={messageOf('function')}
            onBegin={(content) => void begin('function', () => create(content))}
          />
        </div>
        {refundOf === undefined ? null : (
          <Suspense>
            <GiveUpRefund
              busy={busy === 'clone'}
              onClone={() => void clone({ id: refundOf, givesUpRefund: true })}
              onClose={() => setRefundOf(undefined)}
            />
          </Suspense>
        )}
      </PageBody>
    </>
  )
}

interface WayProps {
  readonly busy: boolean
  readonly error: string | undefined
}

function FromTool({ busy, error, onClone }: WayProps & { readonly onClone: (slug: string) => void }) {
  const [missing, setMissing] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const slug = slugIn(String(new FormData(event.currentTarget).get('tool') ?? ''))
    setMissing(slug === '' ? 'Paste the address of a tool, or its short name' : undefined)
    if (slug !== '') onClone(slug)
  }
  return (
    <Card heading="Begin with another tool">
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
        <TextField
          name="tool"
          label="Tool"
          help="Its address or short name, such as tip-calculator. Your tool will name it, and its licence must allow it. Of a built-in tool you get the form and the examples, and write what it computes."
          className="w-full"
          autoComplete="off"
          error={missing ?? error}
        />
        <Button type="submit" icon={Copy} busy={busy}>
          Clone
        </Button>
      </form>
    </Card>
  )
}

function FromFunction({ busy, error, onBegin }: WayProps & { readonly onBegin: (content: ToolContent) => void }) {
  const [missing, setMissing] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const content = contentFromSignature(String(new FormData(event.currentTarget).get('function') ?? ''))
    setMissing(content === undefined ? 'There is no function in this text' : undefined)
    if (content !== undefined) onBegin(content)
  }
  return (
    <Card heading="Begin with a function">
      <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
        <TextAreaField
          name="function"
          label="Function"
          help="JavaScript or TypeScript with its code, or the signature of a Python function. Each parameter becomes an input."
          placeholder="function tip(bill, percent = 20) { … }"
          mono
          className="w-full"
          spellCheck={false}
          error={missing ?? error}
        />
        <Button type="submit" busy={busy}>
          Make a tool of it
        </Button>
      </form>
    </Card>
  )
}

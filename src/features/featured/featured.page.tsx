import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { toast } from '#src/client/toasts.ts'
import { AdminFrame } from '#src/features/admin/admin-frame.web.tsx'
import { RowKeysHint, useRowKeys } from '#src/features/admin/use-row-keys.web.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { FormRefusal } from '#src/ui/fields/form-notes.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { useCheckedForm } from '#src/ui/fields/use-checked-form.ts'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { type FeaturedChoice, type featuredAdminContract, MAX_FEATURED } from './featured.schema.ts'

const CHOICES = getting<typeof featuredAdminContract.list>('/api/admin/featured')

/** Each act answers with the list as it is then. */
function useChoices() {
  const client = useQueryClient()
  const attempt = (work: Promise<{ choices: FeaturedChoice[] }>, done: string) =>
    work.then(
      (list) => {
        client.setQueryData(CHOICES.queryKey, list)
        toast({ kind: 'success', title: done })
      },
      (error: unknown) =>
        void toast({ kind: 'error', title: 'Nothing was changed', description: toApiError(error).message }),
    )
  return {
    set: (list: { choices: FeaturedChoice[] }) => client.setQueryData(CHOICES.queryKey, list),
    move: ({ id, tool }: FeaturedChoice, direction: 'forward' | 'back') =>
      attempt(
        api<typeof featuredAdminContract.move>('POST', '/api/admin/featured/:id/move', {
          params: { id },
          body: { direction },
        }),
        `Moved: ${tool.title}`,
      ),
    end: ({ id, tool }: FeaturedChoice) =>
      attempt(
        api<typeof featuredAdminContract.end>('DELETE', '/api/admin/featured/:id', { params: { id } }),
        `No longer featured: ${tool.title}`,
      ),
  }
}

export default function FeaturedPage() {
  const query = useQuery(CHOICES)
  return (
    <AdminFrame
      title="Featured tools"
      lead={`Chosen by hand for the front page and for Explore: the first ${MAX_FEATURED} that can be opened are shown.`}
    >
      <AddForm />
      <QueryView
        query={query}
        loading={<RowSkeletons count={4} label="Loading featured tools…" />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Failed to fetch the featured tools" {...failure} />}
      >
        {({ choices }) =>
          choices.length === 0 ? (
            <EmptyState title="Nothing is featured">The section is not there while the list is empty.</EmptyState>
          ) : (
            <ChoiceList choices={choices} />
          )
        }
      </QueryView>
    </AdminFrame>
  )
}

function ChoiceList({ choices }: { readonly choices: readonly FeaturedChoice[] }) {
  const { move, end } = useChoices()
  const at = (act: (choice: FeaturedChoice) => void) => (index: number) => {
    const choice = choices[index]
    if (choice !== undefined && choice.state !== 'ended') act(choice)
  }
  const { list } = useRowKeys(
    {
      u: at((one) => void move(one, 'forward')),
      d: at((one) => void move(one, 'back')),
      e: at((one) => void end(one)),
    },
    choices.length,
  )
  const going = choices.filter(({ state }) => state !== 'ended')
  return (
    <div className="flex flex-col gap-4">
      <RowKeysHint
        keys={[
          ['U', 'forward'],
          ['D', 'back'],
          ['E', 'end'],
        ]}
      />
      <ul {...list} className="divide-y divide-line rounded-10 border border-line bg-surface">
        {choices.map((choice) => (
          <Row
            key={choice.id}
            choice={choice}
            isFirst={choice.id === going[0]?.id}
            isLast={choice.id === going.at(-1)?.id}
            onMove={(direction) => void move(choice, direction)}
            onEnd={() => void end(choice)}
          />
        ))}
      </ul>
    </div>
  )
}

const STATE_BADGES = {
  now: <Badge kind="ok">Shown now</Badge>,
  later: <Badge kind="accent">Later</Badge>,
  ended: <Badge>Ended</Badge>,
}

interface RowProps {
  readonly choice: FeaturedChoice
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (direction: 'forward' | 'back') => void
  readonly onEnd: () => void
}

const Row = ({ choice, isFirst, isLast, onMove, onEnd }: RowProps) => (
  <li className="flex items-start justify-between gap-4 px-4 py-3">
    <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={`/fxn/${choice.tool.slug}`}
          data-row-focus=""
          className="min-h-6 rounded-4 text-14 leading-6 font-medium hover:text-accent-text hover:underline"
        >
          {choice.tool.title}
        </Link>
        {choice.tool.status === 'published' ? STATE_BADGES[choice.state] : <Badge kind="bad">Cannot be opened</Badge>}
      </p>
      <p className="meta-line">
        {choice.state === 'later' ? 'begins ' : 'began '}
        <TimeAgo at={choice.startsAt} />
        {choice.endsAt === null ? null : (
          <>
            {choice.state === 'ended' ? ' · ended ' : ' · ends '}
            <TimeAgo at={choice.endsAt} />
          </>
        )}
        {choice.chosenBy === null ? '' : ` · chosen by ${choice.chosenBy}`}
      </p>
    </div>
    {choice.state === 'ended' ? null : (
      <div className="flex gap-1">
        <IconButton
          icon={ArrowUp}
          aria-label={`Forward: ${choice.tool.title}`}
          // Keeps the focus of who has moved it to the end.
          aria-disabled={isFirst}
          className="aria-disabled:opacity-40"
          onClick={() => isFirst || onMove('forward')}
        />
        <IconButton
          icon={ArrowDown}
          aria-label={`Back: ${choice.tool.title}`}
          aria-disabled={isLast}
          className="aria-disabled:opacity-40"
          onClick={() => isLast || onMove('back')}
        />
        <IconButton icon={X} aria-label={`End: ${choice.tool.title}`} onClick={onEnd} />
      </div>
    )}
  </li>
)

/** What a browser's field for times holds, in its own zone; null when it is empty. */
const toMoment = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())

function AddForm() {
  const { set } = useChoices()
  const [round, setRound] = useState(0)
  const { refusal, busy, formProps, wired } = useCheckedForm({
    fields: ['tool', 'startsAt', 'endsAt'],
    check: (field, value) => (field === 'tool' && value.trim() === '' ? 'Enter the address of a tool' : undefined),
    send: ({ tool, startsAt, endsAt }) =>
      api<typeof featuredAdminContract.add>('POST', '/api/admin/featured', {
        body: { tool, startsAt: toMoment(startsAt), endsAt: toMoment(endsAt) },
      }).then((list) => {
        set(list)
        toast({ kind: 'success', title: 'Chosen; it comes last' })
        setRound((count) => count + 1)
        return undefined
      }, toApiError),
  })
  return (
    <Card heading="Choose a tool">
      <form key={round} {...formProps} className="flex flex-col gap-4">
        <FormRefusal message={refusal} />
        <div className="grid items-start gap-4 md:grid-cols-3">
          <TextField
            {...wired('tool')}
            label="Tool"
            help="Its address, such as /fxn/tip-calculator"
            required
            autoFocus={round > 0}
          />
          <TextField
            {...wired('startsAt')}
            type="datetime-local"
            label="Start"
            help="Empty: at once"
            required={false}
          />
          <TextField
            {...wired('endsAt')}
            type="datetime-local"
            label="End"
            help="Empty: until somebody ends it"
            required={false}
          />
        </div>
        <Button type="submit" variant="primary" className="w-fit" busy={busy}>
          Feature it
        </Button>
      </form>
    </Card>
  )
}

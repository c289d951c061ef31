import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#src/client/api.ts'
import { getting } from '#src/client/query-client.ts'
import { QueryView } from '#src/client/query-view.tsx'
import { useRemoval } from '#src/client/use-kept-values.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { KeptRow } from '#src/ui/kept-row.tsx'
import { RowSkeletons } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/states.tsx'
import { TimeAgo } from '#src/ui/time-ago.tsx'
import { KIND_WORDS } from './kind-words.ts'
import { VariableDialog } from './variable-dialog.web.tsx'
import type { Variable, variablesContract } from './variables.schema.ts'

const variables = getting<typeof variablesContract.list>('/api/variables')

/** Values that all workflows of this account share. */
export function VariablesPanel() {
  const query = useQuery(variables)
  /** What is changed; 'new' for a new one. */
  const [setting, setSetting] = useState<Variable | 'new'>()
  const [deleting, setDeleting] = useState<string>()
  return (
    <Card
      heading="Variables"
      actions={
        <Button size="dense" icon={Plus} onClick={() => setSetting('new')}>
          New variable
        </Button>
      }
    >
      <p className="mb-4 text-14 text-text-2">
        Values that your workflows share. An expression reads one as <code>vars.name</code>; a run keeps the values of
        its start. For keys and passwords use secrets: variables stand in logs as they are.
      </p>
      <QueryView
        query={query}
        loading={<RowSkeletons count={2} />}
        offline={<OfflineState />}
        failed={(failure) => <ErrorState title="Your variables could not be loaded" {...failure} />}
      >
        {({ variables: list }) =>
          list.length === 0 ? (
            <EmptyState level={3} title="No variables">
              Store one when several workflows need the same value.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.map((variable) => (
                <VariableRow
                  key={variable.name}
                  variable={variable}
                  onChange={() => setSetting(variable)}
                  onDelete={() => setDeleting(variable.name)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <VariableDialog variable={setting} onClose={() => setSetting(undefined)} />
      <DeleteVariable name={deleting} onClose={() => setDeleting(undefined)} />
    </Card>
  )
}

interface VariableRowProps {
  readonly variable: Variable
  readonly onChange: () => void
  readonly onDelete: () => void
}

const VariableRow = ({ variable: { name, kind, value, updatedAt }, onChange, onDelete }: VariableRowProps) => (
  <KeptRow
    name={<code>{name}</code>}
    facts={
      <>
        {KIND_WORDS[kind]} · changed <TimeAgo at={updatedAt} />
      </>
    }
    change={{ label: 'Change', describedAs: `Change ${name}`, onClick: onChange }}
    remove={{ label: 'Delete', describedAs: `Delete ${name}`, onClick: onDelete }}
  >
    <p className="line-clamp-2 text-14 text-text-2 [overflow-wrap:anywhere]">
      <code>{JSON.stringify(value)}</code>
    </p>
  </KeptRow>
)

interface DeleteVariableProps {
  /** Asks while there is one. */
  readonly name: string | undefined
  readonly onClose: () => void
}

function DeleteVariable({ name, onClose }: DeleteVariableProps) {
  const { mutate, isPending } = useRemoval({
    what: 'variable',
    list: variables.queryKey,
    remove: (which) =>
      api<typeof variablesContract.remove>('DELETE', '/api/variables/:name', { params: { name: which } }),
    onClose,
  })
  return (
    <ConfirmDialog
      open={name !== undefined}
      onClose={onClose}
      onConfirm={() => name !== undefined && mutate(name)}
      title={`Delete “${name ?? ''}”?`}
      confirmLabel="Delete"
      danger
      busy={isPending}
    >
      <p>Steps that read it fail from this moment on. It cannot be brought back.</p>
    </ConfirmDialog>
  )
}

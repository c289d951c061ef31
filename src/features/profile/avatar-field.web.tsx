import { useRef, useState } from 'react'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { request } from '#src/client/request.ts'
import { toast } from '#src/client/toasts.ts'
import type { User } from '#src/features/accounts/accounts.schema.ts'
import type { AnswerOf } from '#src/lib/contract.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { FieldMessage, Help, wiring } from '#src/ui/fields/field-frame.tsx'
import { AVATAR_MAX_MB, AVATAR_TYPES } from './avatar-limits.ts'
import type { profileContract } from './profile.schema.ts'

interface AvatarFieldProps {
  readonly user: User
  readonly onChanged: (avatarUrl: string | null) => void
}

const HELP = `JPEG, PNG or WebP, at most ${AVATAR_MAX_MB} MB. We keep a square of 256 pixels and nothing else of the file.`

async function upload(file: File): Promise<string> {
  if (file.size > AVATAR_MAX_MB * 1_000_000) throw new Error(`The file must be at most ${AVATAR_MAX_MB} MB`)
  const body = new FormData()
  body.set('file', file)
  const answer = await request('/api/user/avatar', { method: 'POST', body })
  return (answer as AnswerOf<typeof profileContract.uploadAvatar>).avatarUrl
}

function useAvatar({ onChanged }: AvatarFieldProps) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'upload' | 'remove'>()
  const run = async (what: 'upload' | 'remove', done: string, work: () => Promise<string | null>) => {
    setBusy(what)
    setError(undefined)
    try {
      onChanged(await work())
      toast({ kind: 'success', title: done })
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : toApiError(cause).message)
    } finally {
      setBusy(undefined)
    }
  }
  return {
    error,
    busy,
    take: (file: File) => run('upload', 'Picture changed', () => upload(file)),
    remove: () =>
      run('remove', 'Picture removed', async () => {
        await api<typeof profileContract.removeAvatar>('DELETE', '/api/user/avatar', {})
        return null
      }),
  }
}

/** The picture of a person: chosen, shown, removed. */
export function AvatarField(props: AvatarFieldProps) {
  const { name, avatarUrl } = props.user
  const { error, busy, take, remove } = useAvatar(props)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} url={avatarUrl} size="large" />
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button busy={busy === 'upload'} onClick={() => input.current?.click()}>
            {avatarUrl === null ? 'Add a picture' : 'Change picture'}
          </Button>
          {avatarUrl === null ? null : (
            <Button variant="ghost" busy={busy === 'remove'} onClick={() => void remove()}>
              Remove picture
            </Button>
          )}
        </div>
        <input
          {...wiring('avatar', { help: HELP, error })}
          ref={input}
          type="file"
          accept={AVATAR_TYPES}
          aria-label="Picture"
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // So that the same file can be chosen again.
            currentTarget.value = ''
            if (file !== undefined) void take(file)
          }}
        />
        <Help id="avatar">{HELP}</Help>
        <div role="alert">
          <FieldMessage id="avatar">{error}</FieldMessage>
        </div>
      </div>
    </div>
  )
}

import { UserCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { api } from '#src/client/api.ts'
import { toApiError } from '#src/client/api-error.ts'
import { authPath } from '#src/client/safe-redirect.ts'
import { toast } from '#src/client/toasts.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import type { Creator, creatorsContract } from './creators.schema.ts'

export type Standing = Pick<Creator, 'isFollowed' | 'followerCount'>

interface FollowButtonProps {
  readonly creator: Pick<Creator, 'handle' | 'name'>
  readonly standing: Standing
  readonly onChanged: (standing: Standing) => void
}

/** Visitors are led to the sign-in and come back here. */
export function FollowButton({ creator: { handle, name }, standing, onChanged }: FollowButtonProps) {
  const isSignedIn = useRouteLoaderData<{ viewer: object | null }>('root')?.viewer != null
  const [busy, setBusy] = useState(false)
  const { isFollowed } = standing
  if (!isSignedIn)
    return (
      <ButtonLink to={authPath({ pathname: `/creators/${handle}`, search: '' })} variant="primary" icon={UserPlus}>
        Follow
      </ButtonLink>
    )
  const toggle = async () => {
    setBusy(true)
    try {
      const params = { handle }
      onChanged(
        await (isFollowed
          ? api<typeof creatorsContract.unfollow>('DELETE', '/api/creators/:handle/follow', { params })
          : api<typeof creatorsContract.follow>('POST', '/api/creators/:handle/follow', { params })),
      )
    } catch (error) {
      toast({ kind: 'error', title: 'That did not work', description: toApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      aria-pressed={isFollowed}
      variant={isFollowed ? 'secondary' : 'primary'}
      icon={isFollowed ? UserCheck : UserPlus}
      busy={busy}
      title={isFollowed ? `You are told of new tools and versions of ${name}` : undefined}
      onClick={() => void toggle()}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}

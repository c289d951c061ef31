import type { FastifyInstance } from 'fastify'
import { avatarPath } from '#src/features/accounts/avatar-path.ts'
import { isUuid } from '#src/lib/ids.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound } from '#src/server/http/app-error.ts'
import { findAvatar } from './profile.queries.ts'

interface AvatarDeps {
  readonly db: Db
  /** Our pages, on another host, show it. */
  readonly isElsewhere: boolean
}

/** GET /api/avatars/:id: the picture and nothing that a browser could run; another picture has another address. */
export function avatarImages(app: FastifyInstance, { db, isElsewhere }: AvatarDeps): void {
  app.get(avatarPath(':id'), { config: { isContent: true } }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const avatar = isUuid(id) ? await findAvatar(db, id) : undefined
    assertFound(avatar, 'picture')
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': isElsewhere ? 'cross-origin' : 'same-origin',
      })
      .send(avatar.image)
  })
}

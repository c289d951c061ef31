import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CATEGORY_NAMES } from '#src/features/catalog/categories.ts'
import { subscriberOf } from '#src/lib/ip-ranges.ts'
import type { Category } from '#src/sdk/define-tool.ts'
import type { Db } from '#src/server/database.ts'
import { assertFound, tooManyRequests } from '#src/server/http/app-error.ts'
import type { Limiter } from '#src/server/http/limiter.ts'
import { type CardWords, drawable, drawCard } from './draw-card.server.ts'
import { findCard, findSubject, saveCard } from './social-card.queries.ts'

/** Counts up when cards are drawn in another way. */
const DRAWING = 1
const SITE: CardWords = {
  eyebrow: 'Tools and workflows',
  title: 'Small tools, kept in fine fettle.',
  text: 'Calculators, converters and developer tools that run in your browser, and workflows that run to their end.',
  foot: 'Free to use, without an account',
}

type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>

const wordsOf = ({ slug, title, description, category, kind }: Subject): CardWords => ({
  eyebrow: CATEGORY_NAMES[category as Category],
  // A title in letters that the font lacks would be a row of boxes.
  title: drawable(title) || slug.replaceAll('-', ' '),
  text: drawable(description),
  foot: kind === 'builtin' ? 'Runs in your browser, sends nothing' : 'Runs on our server, in a sandbox',
})

const revisionOf = (words: CardWords): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, words]))
    .digest('hex')
    .slice(0, 32)

const etagOf = (revision: string): string => `"${revision}"`
const named = (reply: FastifyReply, revision: string) =>
  reply.headers({ 'cache-control': 'public, max-age=3600', etag: etagOf(revision) })

/** RFC 9110, section 13.1.2: several are named with commas between, and a weak one is as good here. */
const isHeld = ({ headers }: FastifyRequest, revision: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etagOf(revision))

const sendUnchanged = (reply: FastifyReply, revision: string) => named(reply, revision).code(304).send()
const sendCard = (reply: FastifyReply, revision: string, image: Buffer) =>
  named(reply, revision)
    .headers({ 'content-type': 'image/png', 'content-security-policy': "default-src 'none'; sandbox" })
    .send(image)

interface SocialCardOptions {
  readonly db: Db
  readonly limiter: Limiter
}

/** GET /cards/:slug.png: made at the first use of its revision, then kept. /cards/fettle.png stands for all other pages. */
export function socialCards(app: FastifyInstance, { db, limiter }: SocialCardOptions): void {
  let site: Promise<Buffer> | undefined
  const drawing = new Map<string, Promise<Buffer>>()
  const draw = async (toolId: string, revision: string, words: CardWords): Promise<Buffer> => {
    const image = await drawCard(words)
    await saveCard(db, { toolId, revision, image })
    return image
  }
  app.get('/cards/fettle.png', async (request, reply) => {
    const revision = revisionOf(SITE)
    if (isHeld(request, revision)) return sendUnchanged(reply, revision)
    site ??= drawCard(SITE)
    site.catch(() => {
      site = undefined
    })
    return sendCard(reply, revision, await site)
  })
  app.get('/cards/:slug.png', async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const subject = slug.includes('\0') ? undefined : await findSubject(db, slug)
    assertFound(subject, 'tool')
    const words = wordsOf(subject)
    const revision = revisionOf(words)
    if (isHeld(request, revision)) return sendUnchanged(reply, revision)
    const known = await findCard(db, subject.id, revision)
    if (known !== undefined) return sendCard(reply, revision, known)
    const wait = limiter.take('60/min', `card ${subscriberOf(request.ip)}`)
    if (wait > 0) throw tooManyRequests(wait)
    const made = drawing.get(revision) ?? draw(subject.id, revision, words)
    drawing.set(revision, made)
    try {
      return await sendCard(reply, revision, await made)
    } finally {
      drawing.delete(revision)
    }
  })
}

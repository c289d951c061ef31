import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

/** That stand at the same time, over all tools of a creator. */
export const MOST_LICENCES = 200
/** That one creator gives within a day, whether they still stand or not. */
export const LICENCES_A_DAY = 100

const HANDLE = /^@[a-z0-9]+(-[a-z0-9]+)*$/

/** An e-mail address, or the handle of a creator. */
export const Person = z
  .string('Enter an email address or a @handle')
  .trim()
  .toLowerCase()
  .max(320)
  .refine((text) => HANDLE.test(text) || z.email().safeParse(text).success, 'Enter an email address or a @handle')

const LicencedTool = z.object({ id: z.uuid(), slug: z.string(), title: z.string() })

export const Licence = z.object({
  id: z.uuid(),
  tool: LicencedTool,
  /** As I named the person. Whether they have an account is not told. */
  givenTo: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Licence = z.infer<typeof Licence>

export const HeldLicence = z.object({
  id: z.uuid(),
  tool: LicencedTool.extend({ isOffered: z.boolean() }),
  createdAt: z.string(),
})
export type HeldLicence = z.infer<typeof HeldLicence>

export const licencesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/licences',
    summary: 'Free licences that I gave, those that stand first, and the tools that they can be for',
    answer: z.object({
      licences: z.array(Licence),
      /** That stand; not more than the most can. */
      standing: z.int(),
      most: z.int(),
      tools: z.array(z.object({ id: z.uuid(), title: z.string() })),
    }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  held: endpoint({
    method: 'GET',
    path: '/api/licences/held',
    summary: 'Tools that their creators let me use for nothing',
    answer: z.object({ licences: z.array(HeldLicence) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  give: endpoint({
    method: 'POST',
    path: '/api/licences',
    summary: 'Let somebody use a tool of mine for nothing; the answer is the same whether they have an account',
    body: z.strictObject({ toolId: z.uuid(), person: Person }),
    answer: z.object({ licence: Licence }),
    status: 201,
    errors: ['SIGN_IN_REQUIRED', 'INVALID_INPUT', 'ALREADY_GIVEN', 'TOO_MANY_LICENCES', 'TOO_MANY_REQUESTS'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/licences/:id/end',
    summary: 'Take a licence back that I gave',
    params: z.strictObject({ id: z.uuid() }),
    answer: z.object({ licence: Licence }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
}

import { endpoint } from '#src/lib/contract.ts'
import { z } from '#src/lib/zod.ts'

export const Device = z.object({
  id: z.uuid(),
  /** "Firefox on Linux" */
  name: z.string(),
  address: z.string(),
  current: z.boolean(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
})
export type Device = z.infer<typeof Device>

export const devicesContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'Where I am signed in',
    answer: z.object({ sessions: z.array(Device) }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Sign one device out',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ ended: z.number().int() }),
    errors: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'Sign all other devices out',
    answer: z.object({ ended: z.number().int() }),
    errors: ['SIGN_IN_REQUIRED'],
  }),
}

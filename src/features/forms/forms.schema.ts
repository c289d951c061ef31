import { type BodyOf, endpoint } from '#src/lib/contract.ts'
import { FORM_FIELD_TYPES } from '#src/lib/forms/form-fields.ts'
import { FILE_GROUPS, MAX_FILES_MB } from '#src/lib/forms/form-files.ts'
import { z } from '#src/lib/zod.ts'

const Address = z.strictObject({ workflowId: z.string().max(64), secret: z.string().max(100) })

export const PublicForm = z.object({
  title: z.string(),
  description: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.enum(FORM_FIELD_TYPES),
      required: z.boolean(),
      help: z.string(),
      options: z.array(z.string()),
      min: z.number().optional(),
      max: z.number().optional(),
      accept: z.enum(FILE_GROUPS).optional(),
      maxMb: z.number().optional(),
    }),
  ),
  submit: z.string(),
  thanksTitle: z.string(),
  thanksText: z.string(),
  /** It is the draft's, which whoever builds it is trying. */
  isTest: z.boolean(),
})
export type PublicForm = z.infer<typeof PublicForm>

/** Base64 has four characters for three bytes; the rest is for the other answers. */
const MAX_BODY_BYTES = Math.ceil((MAX_FILES_MB * 1_000_000 * 4) / 3) + 1_048_576

const errors = ['NOT_FOUND', 'TOO_MANY_REQUESTS']

export const formsContract = {
  get: endpoint({
    method: 'GET',
    path: '/api/forms/:workflowId/:secret',
    summary: 'What the form of a published workflow asks, or that of a draft whose editor listens',
    params: Address,
    answer: z.object({ form: PublicForm }),
    errors,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/forms/:workflowId/:secret',
    summary: 'Send the answers to a form, which starts its workflow; the same answers of one submission start one run',
    params: Address,
    body: z.strictObject({
      submission: z.uuid(),
      answers: z.record(z.string().max(50), z.string().max(10_000)),
      /** Answers that are files, by the names of their questions. */
      files: z
        .record(z.string().max(50), z.strictObject({ name: z.string().max(1000), base64: z.base64() }))
        .optional(),
    }),
    bodyLimit: MAX_BODY_BYTES,
    answer: z.object({ accepted: z.literal(true) }),
    status: 202,
    errors: [...errors, 'INVALID_INPUT', 'GRAPH_HAS_PROBLEMS', 'QUOTA_EXCEEDED'],
  }),
}
export type FormSubmission = BodyOf<typeof formsContract.submit>

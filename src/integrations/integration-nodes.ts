import { SecretName } from '#src/lib/value-names.ts'
import { z } from '#src/lib/zod.ts'
import type { Action, Integration, Settings, Trigger } from '#src/sdk/define-integration.ts'
import { defineNode, type NodeDefinition, type PollContext } from '#src/sdk/define-node.ts'
import type { Json, JsonObject } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import { connect } from './vendor-http.ts'

const MINUTES_IN_A_WEEK = 10_080

const schemaOf = (output: z.ZodType): JsonObject =>
  z.toJSONSchema(output, { io: 'output', target: 'draft-2020-12' }) as JsonObject

/** The setting that names the account's secret, where the vendor wants one. */
function connectionOf({ title, auth }: Integration): Settings {
  if (auth.kind === 'none') return {}
  const what = { 'api-key': 'the key', basic: 'name:password', oauth2: 'an access token' }[auth.kind]
  return {
    connection: SecretName.meta({
      title: 'Connection',
      description: `The secret that holds ${what} of your account at ${title}. What it is never shows in a run.`,
      control: 'secret',
    }),
  }
}

const wayOut = (integration: Integration) => ({ version: 1, icon: integration.icon, ports: ['out'] }) as const

/** Throws where the vendor gives something else than it used to. */
function checked(output: z.ZodType, { title }: Integration, value: unknown): Json {
  const parsed = output.safeParse(value)
  if (parsed.success) return parsed.data as Json
  const [issue] = parsed.error.issues
  throw new NodeError({
    code: 'INVALID_RESPONSE',
    message: `The answer of ${title} is not what was expected, at “${issue?.path.join('.') ?? ''}”`,
    permanent: true,
    technical: issue?.message,
  })
}

type Values = { readonly connection?: string } & Readonly<Record<string, never>>
const secretOf = async (context: Pick<PollContext, 'secret'>, { connection }: Values) =>
  connection === undefined ? '' : context.secret(connection)

function actionNode(integration: Integration, name: string, action: Action): NodeDefinition {
  return defineNode({
    ...wayOut(integration),
    type: `${integration.name}.${name}`,
    title: `${integration.title}: ${action.title}`,
    description: action.description,
    category: 'action',
    config: z.strictObject({ ...connectionOf(integration), ...action.input }),
    reaches: 'outside',
    effect: action.effect,
    output: () => schemaOf(action.output),
    async run(context, config) {
      const { idempotencyKey, signal, fetch } = context
      const values = config as Values
      const vendor = connect(integration, { signal, fetch, idempotencyKey, secret: await secretOf(context, values) })
      return { output: checked(action.output, integration, await action.run(vendor, values)) }
    },
  })
}

const searchSettings = ({ everyMinutes }: Trigger) => ({
  every: z.int().min(1).max(MINUTES_IN_A_WEEK).default(everyMinutes).meta({
    title: 'Look every so many minutes',
    description: 'After a failure it looks less often, until it works again.',
    control: 'number',
  }),
  first: z
    .enum(['new', 'all'])
    .default('new')
    .meta({
      title: 'When it looks for the first time',
      description: 'After this workflow is published, or what it looks for has changed.',
      control: 'select',
      options: [
        { value: 'new', label: 'Only remember what is there' },
        { value: 'all', label: 'Start a run for all that is there' },
      ],
    }),
})

function triggerNode(integration: Integration, name: string, trigger: Trigger): NodeDefinition {
  return defineNode({
    ...wayOut(integration),
    type: `${integration.name}.${name}`,
    title: `${integration.title}: ${trigger.title}`,
    description: trigger.description,
    category: 'trigger',
    config: z.strictObject({ ...connectionOf(integration), ...trigger.input, ...searchSettings(trigger) }),
    reaches: 'nothing',
    effect: 'pure',
    output: () => schemaOf(trigger.output),
    run: ({ trigger: payload }) => ({ output: payload }),
    poll: {
      pace: Object.keys(searchSettings(trigger)),
      every: (config) => config.every * 60,
      startsWithAll: (config) => config.first === 'all',
      async look(context, config, cursor) {
        const { signal, fetch } = context
        const values = config as unknown as Values
        const vendor = connect(integration, { signal, fetch, secret: await secretOf(context, values) })
        const found = await trigger.poll(vendor, values, cursor)
        const events = found.events.map(({ id, payload }) => ({
          id,
          payload: checked(trigger.output, integration, payload),
        }))
        return { events, cursor: found.cursor }
      },
    },
  })
}

const ofOne = (integration: Integration): NodeDefinition[] => [
  ...Object.entries(integration.actions).map(([name, action]) => actionNode(integration, name, action)),
  ...Object.entries(integration.triggers).map(([name, trigger]) => triggerNode(integration, name, trigger)),
]

/** The node types of the vendors' actions and triggers, by their names in graphs. */
export const nodesOf = (integrations: readonly Integration[]): Record<string, NodeDefinition> =>
  Object.fromEntries(integrations.flatMap(ofOne).map((node) => [node.type, node]))

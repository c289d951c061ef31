import type { Json, JsonObject } from '#src/sdk/json.ts'
import { NodeError } from '#src/sdk/node-error.ts'
import type { FieldError } from '#src/sdk/validate-input.ts'
import { formsOf, hideSecrets, type SecretForms } from './decide/secret-forms.ts'
import type { EngineHost } from './engine.ts'

/** What is said about a failure. */
interface Telling {
  readonly message: string
  readonly technical?: string
  readonly details?: readonly FieldError[]
}

/** The secrets that a run has used so far: what they are must not stay anywhere in what it leaves behind. */
export interface RunSecrets {
  /** The value of a secret that this config names. Throws NodeError. */
  use(name: string, config: Readonly<JsonObject>): Promise<string>
  /** Of all that were used so far: a loop is recalled as a whole. */
  names(): string[]
  /** Learns again what was used before a crash; what is gone meanwhile cannot be known any more. */
  recall(names: readonly string[] | undefined): Promise<void>
  /** A copy without the secrets; the value itself while none is used. */
  hide(value: Json): Json
  /** The same for a failure or what is told of it. Its code and its place stay: programs read them. */
  hideIn<Told extends Telling | null>(told: Told): Told
}

const missing = (name: string) =>
  new NodeError({ code: 'SECRET_MISSING', message: `There is no secret called "${name}"`, permanent: true })

/** Else whoever starts a run could choose among all secrets of the account. */
const notNamed = () =>
  new NodeError({
    code: 'SECRET_NOT_NAMED',
    message: 'A secret is chosen by its name, which no expression may give',
    permanent: true,
  })

const names = (config: Json, name: string): boolean =>
  typeof config === 'object' && config !== null
    ? Object.values(config).some((part) => names(part, name))
    : config === name

export function createRunSecrets(host: Pick<EngineHost, 'secret'>, ownerId: string): RunSecrets {
  const used = new Map<string, SecretForms>()
  async function read(name: string): Promise<string | null> {
    const value = (await host.secret?.(name, ownerId)) ?? null
    if (value !== null) used.set(value, formsOf(value))
    return value
  }
  const recalled = new Map<string, Promise<unknown>>()
  const isClean = () => used.size === 0
  const hideText = (text: string) => String(hideSecrets(text, [...used.values()]))
  return {
    async use(name, config) {
      if (!names({ ...config }, name)) throw notNamed()
      const value = await read(name)
      if (value === null) throw missing(name)
      recalled.set(name, Promise.resolve())
      return value
    },
    names: () => [...recalled.keys()],
    async recall(given = []) {
      for (const name of given) {
        const reading = recalled.get(name) ?? read(name)
        recalled.set(name, reading)
        await reading
      }
    },
    hide: (value) => (isClean() ? value : hideSecrets(value, [...used.values()])),
    hideIn(told) {
      if (told === null || isClean()) return told
      const { message, technical, details } = told
      return {
        ...told,
        message: hideText(message),
        ...(technical !== undefined && { technical: hideText(technical) }),
        ...(details !== undefined && {
          details: details.map((one) => ({ field: hideText(one.field), message: hideText(one.message) })),
        }),
      }
    },
  }
}

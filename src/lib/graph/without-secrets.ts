import type { Json, JsonObject } from '#src/sdk/json.ts'
import { isObject } from '../json-object.ts'
import { isSecretName } from '../secret-names.ts'

const isTelling = (name: Json | undefined) => typeof name === 'string' && isSecretName(name)

/** Before the @ of an address: who asks, and with which password. */
const CREDENTIALS = /(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^/\s?#{}"'<>]+@/gi
/** A parameter of an address. `&&` and `==` are an expression's; its braces are never part of a value. */
const PARAMETER = /(&amp;|(?<![?&])[?&#])([\w.~%[\]-]+)=(?!=)((?:(?!\$\{)[^\s&#"'`<>{}\\])*)/g
/** The body of a form, whose first parameter has nothing before it. */
const FORM = /^[\w.~%[\]-]+=(?!=)[^\s{}();"'`<>\\]*$/
/** In an address these are keys of whoever asks more often than anything else. */
const IN_ADDRESSES = new Set(['key', 'sig', 'signature'])

const withoutParameters = (text: string): string =>
  text.replace(PARAMETER, (all: string, before: string, name: string) =>
    isSecretName(name) || IN_ADDRESSES.has(name.toLowerCase()) ? `${before}${name}=` : all,
  )

function inText(text: string): string {
  const said = text.replace(CREDENTIALS, '$1')
  return FORM.test(said) ? withoutParameters(`&${said}`).slice(1) : withoutParameters(said)
}

/** Whether a setting says which secret of the account is meant, by its name. */
function namesSecret(schema: JsonObject | undefined, name: string): boolean {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  const rules = Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(rules) && rules.control === 'secret'
}

/** Without the values of settings that are called like secrets, and those in addresses. Expressions stay. */
export const withoutSecretValues = (config: JsonObject, schema: JsonObject | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      namesSecret(schema, name) ? value : stripped(value, isTelling(name)),
    ]),
  )

/** The same for a text that anybody may read: without the names of secrets too. */
export const withoutSecrets = (config: JsonObject, schema: JsonObject | undefined): JsonObject =>
  Object.fromEntries(Object.entries(withoutSecretValues(config, schema)).filter(([name]) => !namesSecret(schema, name)))

function stripped(value: Json, isSecret: boolean): Json {
  if (typeof value === 'string') return isSecret && !value.includes('{{') ? '' : inText(value)
  if (Array.isArray(value)) return value.map((part) => stripped(part, isSecret))
  if (!isObject(value)) return isSecret && typeof value === 'number' ? 0 : value
  // A list of pairs says the name in one property and the value in another.
  const isPair = isTelling(value.name)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      stripped(part, isSecret || isTelling(name) || (isPair && name === 'value')),
    ]),
  )
}

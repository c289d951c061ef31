import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { invalidInput } from '#src/server/http/app-error.ts'

interface Owner {
  readonly name: string
  readonly email: string
}

const REFUSALS = {
  breached: 'This password is known from data breaches. Choose another one.',
  repeated: 'This password repeats itself. Choose another one.',
  personal: 'This password is too close to your name or email address. Choose another one.',
} as const

/** 49,233 passwords from breaches, in lower case: the list "passwords-common" of zxcvbn-ts. */
const SOURCE = '@zxcvbn-ts/language-common/src/passwords.json'

let list: Promise<string> | undefined
/** The file as it is, half a megabyte: looking through it takes a fraction of a millisecond and no further memory. */
const breachedList = (): Promise<string> => {
  list ??= readFile(createRequire(import.meta.url).resolve(SOURCE), 'utf8')
  return list
}

/** With its quotes, so that a part of an entry is no hit. */
const isListed = (passwords: string, word: string) => passwords.includes(JSON.stringify(word))

/** What people add to a word so that it looks like another one: "Dragon2024", "password!!". */
const withoutDecoration = (word: string) => word.replace(/[^\p{L}]{1,4}$/u, '').replace(/^[^\p{L}]{1,4}/u, '')
const lettersOf = (word: string) => word.toLowerCase().replace(/[^\p{L}]/gu, '')

function isPersonal(password: string, { name, email }: Owner): boolean {
  const [mailbox = ''] = email.split('@')
  const known = [name, email, mailbox, 'fettle', ...name.split(/\s+/)].map(lettersOf).filter((word) => word !== '')
  return known.includes(lettersOf(password)) || password.toLowerCase() === email.toLowerCase()
}

/** Throws INVALID_INPUT at the field for a password that others would try first. Length is the schema's business. */
export async function checkNewPassword(password: string, owner: Owner, field = 'password'): Promise<void> {
  const refuse = (message: string) => invalidInput([{ field, message }])
  const word = password.toLowerCase()
  const passwords = await breachedList()
  if (isListed(passwords, word) || isListed(passwords, withoutDecoration(word))) throw refuse(REFUSALS.breached)
  if (/^(.{1,4}?)\1+$/su.test(word)) throw refuse(REFUSALS.repeated)
  if (isPersonal(password, owner)) throw refuse(REFUSALS.personal)
}

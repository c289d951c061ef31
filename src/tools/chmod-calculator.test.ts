import { expect, test } from 'vitest'
import { runTool } from '#src/sdk/run-tool.ts'
import { chmodCalculator } from './chmod-calculator.tool.ts'

const run = (input: Record<string, unknown>): Record<string, unknown> => {
  const outcome = runTool(chmodCalculator, input)
  return outcome.ok ? outcome.outputs : { problems: outcome.error.details?.map(({ field }) => field) }
}

// it-tools, chmod calculator tests; POSIX.1-2017, ls: the letters of the special bits.
test.each([
  ['777', 'rwxrwxrwx'],
  ['235', '-w--wxr-x'],
  ['421', 'r---w---x'],
  ['124', '--x-w-r--'],
  ['222', '-w--w--w-'],
  ['600', 'rw-------'],
  ['4755', 'rwsr-xr-x'],
  ['2755', 'rwxr-sr-x'],
  ['2644', 'rw-r-Sr--'],
  ['1777', 'rwxrwxrwt'],
  ['1666', 'rw-rw-rwT'],
  ['7777', 'rwsrwsrwt'],
])('%s is %s', (octal, symbolic) => {
  expect(run({ octal })).toMatchObject({ symbolic, octal })
  expect(run({ symbolic })).toMatchObject({ symbolic, octal })
})

test('other spellings', () => {
  expect(run({ octal: '0755' })).toMatchObject({ octal: '755' })
  expect(run({ octal: '0o755' })).toMatchObject({ octal: '755' })
  expect(run({ octal: '7' })).toMatchObject({ octal: '007', symbolic: '------rwx' })
  expect(run({ symbolic: 'drwxr-xr-x+' })).toMatchObject({ octal: '755' })
})

test('the command and who may do what', () => {
  expect(run({ octal: '750', recursive: true })).toMatchObject({
    command: 'chmod -R 750 file',
    clauses: 'u=rwx,g=rx,o=',
    permissions: [
      { who: 'owner', digit: 7, rights: 'read, write, execute' },
      { who: 'group', digit: 5, rights: 'read, execute' },
      { who: 'others', digit: 0, rights: 'nothing' },
    ],
  })
})

test.each([
  [{ octal: '888' }, 'octal'],
  [{ octal: '77777' }, 'octal'],
  [{ octal: '-755' }, 'octal'],
  [{ octal: 'rwx' }, 'octal'],
  [{ symbolic: 'rwx' }, 'symbolic'],
  [{ symbolic: 'rxwr-xrw-' }, 'symbolic'],
  [{ symbolic: 'rwxr-xr-s' }, 'symbolic'],
  [{}, 'octal'],
  [{ octal: '755', symbolic: 'rwxr-xr-x' }, 'symbolic'],
])('%j is refused', (input, field) => {
  expect(run(input)).toEqual({ problems: [field] })
})

// it-tools, chmod calculator tests: rwxr-xr-x is 755, --------- is 000; POSIX.1-2017, ls: the letters of the special bits.
test('boxes are ticked instead', () => {
  const all = ['read', 'write', 'execute']
  const boxes = { givenAs: 'boxes', owner: all, group: ['read', 'execute'], others: 'r,x' }
  expect(run(boxes)).toMatchObject({ octal: '755', symbolic: 'rwxr-xr-x' })
  expect(run({ givenAs: 'boxes' })).toMatchObject({ octal: '000', symbolic: '---------' })
  expect(run({ ...boxes, special: ['setuid', 'sticky'] })).toMatchObject({ octal: '5755', symbolic: 'rwsr-xr-t' })
  expect(run({ givenAs: 'boxes', owner: ['fly'] })).toEqual({ problems: ['owner'] })
})

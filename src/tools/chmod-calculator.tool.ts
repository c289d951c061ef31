import { checkbox, defineTool, multiselect, radio, string, ToolError, table, text } from '#src/sdk/index.ts'

const CLASSES = [
  { name: 'owner', letter: 'u', special: 's', specialBit: 0o4000, shift: 6 },
  { name: 'group', letter: 'g', special: 's', specialBit: 0o2000, shift: 3 },
  { name: 'others', letter: 'o', special: 't', specialBit: 0o1000, shift: 0 },
] as const
const [READ, WRITE, EXECUTE] = [4, 2, 1] as const
const TICKED = { field: 'givenAs', in: ['boxes'] } as const
const TYPED = { field: 'givenAs', in: ['mode'] } as const
const SYMBOLIC = /^[-dlbcps]?([r-][w-][xsS-])([r-][w-][xsS-])([r-][w-][xtT-])[.+@]?$/

/** "x", or with the special bit "s" and "t", which are capital without the right to execute. */
function executeLetter(canExecute: boolean, special: string | undefined): string {
  if (special === undefined) return canExecute ? 'x' : '-'
  return canExecute ? special : special.toUpperCase()
}

const rightsOf = (mode: number, { shift, special, specialBit }: (typeof CLASSES)[number]) => ({
  read: (mode >> shift) & READ,
  write: (mode >> shift) & WRITE,
  execute: (mode >> shift) & EXECUTE,
  special: mode & specialBit ? special : undefined,
})

const toSymbolic = (mode: number): string =>
  CLASSES.map((one) => {
    const { read, write, execute, special } = rightsOf(mode, one)
    return `${read ? 'r' : '-'}${write ? 'w' : '-'}${executeLetter(execute > 0, special)}`
  }).join('')

/** As `chmod` takes it: "u=rwx,g=rx,o=rx". */
const toClauses = (mode: number): string =>
  CLASSES.map((one) => {
    const { read, write, execute, special } = rightsOf(mode, one)
    return `${one.letter}=${read ? 'r' : ''}${write ? 'w' : ''}${execute ? 'x' : ''}${special ?? ''}`
  }).join(',')

function fromOctal(given: string): number {
  const digits = given.trim().replace(/^0o/i, '')
  if (!/^0?[0-7]{1,4}$/.test(digits))
    throw new ToolError('Octal must be one to four digits from 0 to 7, such as 755', { field: 'octal' })
  return Number.parseInt(digits, 8)
}

function fromSymbolic(given: string): number {
  const parts = SYMBOLIC.exec(given.trim())?.slice(1)
  if (parts === undefined)
    throw new ToolError('Symbolic must be three groups of r, w and x, such as rwxr-xr-x', { field: 'symbolic' })
  return CLASSES.reduce((mode, { shift, specialBit }, index) => {
    const [read, write, execute = '-'] = parts[index] ?? ''
    const bits = (read === 'r' ? READ : 0) + (write === 'w' ? WRITE : 0) + (/[xst]/.test(execute) ? EXECUTE : 0)
    return mode | (bits << shift) | (/[st]/i.test(execute) ? specialBit : 0)
  }, 0)
}

function givenMode(octal: string | undefined, symbolic: string | undefined): number {
  if (octal !== undefined && symbolic !== undefined)
    throw new ToolError('Symbolic must be empty where an octal number is given: fill in one of the two', {
      field: 'symbolic',
    })
  if (symbolic !== undefined) return fromSymbolic(symbolic)
  if (octal === undefined) throw new ToolError('Octal is required, unless a symbolic mode is given', { field: 'octal' })
  return fromOctal(octal)
}

const RIGHTS = { read: 'Read', write: 'Write', execute: 'Execute' } as const
type Right = keyof typeof RIGHTS
const SPECIAL_BITS = { setuid: 'Set user ID', setgid: 'Set group ID', sticky: 'Sticky' } as const
const BITS: Readonly<Record<Right, number>> = { read: READ, write: WRITE, execute: EXECUTE }
const BITS_BEFORE: Readonly<Record<keyof typeof SPECIAL_BITS, number>> = {
  setuid: 0o4000,
  setgid: 0o2000,
  sticky: 0o1000,
}

interface Boxes {
  readonly owner: readonly Right[]
  readonly group: readonly Right[]
  readonly others: readonly Right[]
  readonly special: readonly (keyof typeof SPECIAL_BITS)[]
}

const tickedMode = ({ special, ...boxes }: Boxes): number =>
  CLASSES.reduce(
    (mode, { name, shift }) => boxes[name].reduce((sum, right) => sum | (BITS[right] << shift), mode),
    special.reduce((sum, bit) => sum | BITS_BEFORE[bit], 0),
  )

const rightsBoxes = <Name extends 'owner' | 'group' | 'others'>(name: Name, label: string) =>
  multiselect(name, { label, options: RIGHTS, showIf: TICKED, aliases: { r: 'read', w: 'write', x: 'execute' } })

const said = (right: number, word: string) => (right > 0 ? [word] : [])

export const chmodCalculator = defineTool({
  slug: 'chmod-calculator',
  title: 'chmod Calculator',
  description: 'Translates file permissions between octal numbers such as 755 and letters such as rwxr-xr-x.',
  category: 'developer',
  tags: ['linux', 'unix', 'files'],
  keywords: [
    'file permissions',
    'chmod 755',
    'chmod 777',
    'chmod 644',
    'rwx',
    'octal permissions',
    'symbolic mode',
    'setuid',
    'setgid',
    'sticky bit',
  ],
  input: [
    radio('givenAs', {
      label: 'Given as',
      default: 'mode',
      options: { mode: 'Number or letters', boxes: 'Boxes to tick' },
    }),
    string('octal', { label: 'Octal', placeholder: '755', maxLength: 10, showIf: TYPED }),
    string('symbolic', {
      label: 'Symbolic',
      help: 'Instead of the number, as ls -l prints it.',
      placeholder: 'rwxr-xr-x',
      maxLength: 12,
      showIf: TYPED,
    }),
    rightsBoxes('owner', 'Owner may'),
    rightsBoxes('group', 'Group may'),
    rightsBoxes('others', 'Others may'),
    multiselect('special', { label: 'Special bits', options: SPECIAL_BITS, showIf: TICKED }),
    checkbox('recursive', { label: 'Recursive', help: 'For the command: folders and all that is in them.' }),
  ],
  output: {
    symbolic: text('Symbolic', { format: 'code', primary: true }),
    octal: text('Octal', { format: 'code' }),
    clauses: text('As clauses', { format: 'code' }),
    command: text('Command', { format: 'code' }),
    permissions: table('Who may do what', {
      columns: [
        { name: 'who', label: 'Who' },
        { name: 'digit', label: 'Digit', type: 'number' },
        { name: 'rights', label: 'May' },
      ],
    }),
    special: text('Special bits'),
  },
  run: ({ givenAs, octal: number, symbolic, recursive, ...boxes }) => {
    const mode = givenAs === 'boxes' ? tickedMode(boxes) : givenMode(number, symbolic)
    const octal = mode.toString(8).padStart(3, '0')
    const special = [
      ...said(mode & 0o4000, 'set user ID'),
      ...said(mode & 0o2000, 'set group ID'),
      ...said(mode & 0o1000, 'sticky'),
    ]
    return {
      symbolic: toSymbolic(mode),
      octal,
      clauses: toClauses(mode),
      command: `chmod ${recursive ? '-R ' : ''}${octal} file`,
      permissions: CLASSES.map((one) => {
        const { read, write, execute } = rightsOf(mode, one)
        const rights = [...said(read, 'read'), ...said(write, 'write'), ...said(execute, 'execute')]
        return { who: one.name, digit: read + write + execute, rights: rights.join(', ') || 'nothing' }
      }),
      special: special.join(', ') || 'none',
    }
  },
  examples: [
    {
      title: 'Programs and folders',
      input: { octal: '755' },
      output: { symbolic: 'rwxr-xr-x' },
      source: 'it-tools, chmod calculator tests: rwxr-xr-x is 755',
    },
    {
      title: 'Files',
      input: { octal: '644' },
      output: { symbolic: 'rw-r--r--' },
      source: 'it-tools, chmod calculator tests: rw-r--r-- is 644',
    },
    {
      title: 'The sticky bit',
      input: { octal: '1777' },
      output: { symbolic: 'rwxrwxrwt', special: 'sticky' },
      source: 'GNU Coreutils manual, “What information is listed”: t where sticky bit and execution by others are set',
    },
    {
      title: 'Set user ID without execution',
      input: { octal: '4644' },
      output: { symbolic: 'rwSr--r--' },
      source: 'POSIX.1-2017, ls, file mode: “S” if set-user-ID is set and the owner may not execute',
    },
    {
      title: 'Nothing for anybody',
      input: { octal: '000' },
      output: { symbolic: '---------' },
      source: 'it-tools, chmod calculator tests: --------- is 000',
    },
  ],
  method: {
    formula:
      'Each digit is read 4 + write 2 + execute 1, for owner, group and others. A digit before them: set user ID 4, set group ID 2, sticky 1.',
    rounding: 'None.',
    notes:
      'Fewer than three digits are filled with zeros in front, as chmod does. Of the letters a first one for the type of file is left out.',
  },
  sources: [
    { title: 'POSIX.1-2017, chmod', url: 'https://pubs.opengroup.org/onlinepubs/9699919799/utilities/chmod.html' },
    { title: 'POSIX.1-2017, ls', url: 'https://pubs.opengroup.org/onlinepubs/9699919799/utilities/ls.html' },
  ],
})

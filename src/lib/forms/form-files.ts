import { utf8Text } from '../utf8.ts'

/** What a question for a file may ask for. */
export const FILE_GROUPS = ['any', 'image', 'document', 'table'] as const
export type FileGroup = (typeof FILE_GROUPS)[number]

export const FILE_GROUP_WORDS = {
  any: 'a PDF, picture, text, CSV or office file',
  image: 'a picture (PNG, JPEG, GIF or WebP)',
  document: 'a PDF, text or document (DOCX, ODT)',
  table: 'a table (CSV, XLSX or ODS)',
} satisfies Record<FileGroup, string>

/** Megabytes: of one file, and of all that are sent with one form. */
export const MAX_FILE_MB = 10
export const MAX_FILES_MB = 15
export const DEFAULT_FILE_MB = 5
const MB = 1_000_000

const MAX_NAME = 120

export interface SentFile {
  /** As it was sent: anything. */
  readonly name: string
  readonly content: Uint8Array
}

/** A file that may be kept. */
export interface CheckedFile extends SentFile {
  readonly type: string
}

interface FileKind {
  readonly extensions: readonly string[]
  readonly type: string
  readonly groups: readonly FileGroup[]
  isIn(content: Uint8Array): boolean
}

const ascii = (content: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...content.subarray(from, Math.min(to, content.length)))
const begins = (magic: string) => (content: Uint8Array) => ascii(content, 0, magic.length) === magic

/** Office files are ZIPs whose first entries say what they are; they are never unpacked here. */
const isZipWith = (mark: string) => (content: Uint8Array) =>
  begins('PK\u0003\u0004')(content) && ascii(content, 0, 4096).includes(mark)

const MARKUP = /^\s*<(!doctype|\?xml|html|svg|script|head|body)/i

/** Text that no browser would take for a page. */
function isPlainText(content: Uint8Array): boolean {
  if (content.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  const text = utf8Text(content)
  return text !== undefined && !MARKUP.test(text.slice(0, 1000))
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
const KINDS: readonly FileKind[] = [
  { extensions: ['pdf'], type: 'application/pdf', groups: ['document'], isIn: begins('%PDF-') },
  { extensions: ['png'], type: 'image/png', groups: ['image'], isIn: begins('\u0089PNG\r\n\u001a\n') },
  { extensions: ['jpg', 'jpeg'], type: 'image/jpeg', groups: ['image'], isIn: begins('\u00ff\u00d8\u00ff') },
  { extensions: ['gif'], type: 'image/gif', groups: ['image'], isIn: begins('GIF8') },
  {
    extensions: ['webp'],
    type: 'image/webp',
    groups: ['image'],
    isIn: (content) => begins('RIFF')(content) && ascii(content, 8, 12) === 'WEBP',
  },
  { extensions: ['txt'], type: 'text/plain', groups: ['document'], isIn: isPlainText },
  { extensions: ['csv'], type: 'text/csv', groups: ['table'], isIn: isPlainText },
  {
    extensions: ['docx'],
    type: `${OFFICE}.wordprocessingml.document`,
    groups: ['document'],
    isIn: isZipWith('[Content_Types].xml'),
  },
  {
    extensions: ['xlsx'],
    type: `${OFFICE}.spreadsheetml.sheet`,
    groups: ['table'],
    isIn: isZipWith('[Content_Types].xml'),
  },
  { extensions: ['odt'], type: `${OPEN}.text`, groups: ['document'], isIn: isZipWith(`${OPEN}.text`) },
  { extensions: ['ods'], type: `${OPEN}.spreadsheet`, groups: ['table'], isIn: isZipWith(`${OPEN}.spreadsheet`) },
]

const kindsOf = (group: FileGroup) => KINDS.filter(({ groups }) => group === 'any' || groups.includes(group))

/** For the browser's dialog: ".pdf,.docx". */
export const acceptOf = (group: FileGroup): string =>
  kindsOf(group)
    .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
    .join(',')

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** A name without a path, without a second extension, and without what turns its reading around. */
function safeName(name: string, extension: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .slice(0, Math.max(0, last.length - extension.length - 1))
    .normalize('NFC')
    .replace(/[\p{C}"<>:|?*;]/gu, '')
    .replace(/[.\s]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return `${[...stem].slice(0, MAX_NAME).join('') || 'file'}.${extension}`
}

/** The file as it may be kept, or why it is refused: what it says it is, it has to be by its first bytes too. */
export function checkFile(
  { name, content }: SentFile,
  {
    accept = 'any',
    maxMb = DEFAULT_FILE_MB,
  }: { readonly accept?: FileGroup | undefined; readonly maxMb?: number | undefined },
): { readonly file: CheckedFile } | { readonly error: string } {
  if (content.length === 0) return { error: 'This file is empty' }
  if (content.length > maxMb * MB) return { error: `The file must be at most ${maxMb} MB` }
  const extension = extensionOf(name)
  const kind = kindsOf(accept).find(({ extensions }) => extensions.includes(extension))
  if (kind === undefined) return { error: `Choose ${FILE_GROUP_WORDS[accept]}` }
  if (!kind.isIn(content)) return { error: `This is not what its name says: a file of the kind .${extension}` }
  return { file: { name: safeName(name, extension), type: kind.type, content } }
}

/** Why files cannot be sent together, if so. */
export const tooMuchTogether = (files: readonly SentFile[]): string | undefined =>
  files.reduce((sum, { content }) => sum + content.length, 0) > MAX_FILES_MB * MB
    ? `All files together must be at most ${MAX_FILES_MB} MB`
    : undefined

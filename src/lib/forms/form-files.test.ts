import { expect, test } from 'vitest'
import { acceptOf, checkFile, type FileGroup, MAX_FILES_MB, tooMuchTogether } from './form-files.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const PDF = '%PDF-1.7\n'
const PNG = '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR'
const DOCX = 'PK\u0003\u0004\u0014\u0000\u0006\u0000\u0008\u0000[Content_Types].xml'

const check = (name: string, content: string, accept: FileGroup = 'any') => {
  const result = checkFile({ name, content: bytes(content) }, { accept, maxMb: 1 })
  return 'error' in result ? result.error : [result.file.name, result.file.type]
}

const ANY = 'Choose a PDF, picture, text, CSV or office file'
const notA = (extension: string) => `This is not what its name says: a file of the kind .${extension}`

test.each([
  ['cv.pdf', PDF, ['cv.pdf', 'application/pdf']],
  ['CV.PDF', PDF, ['CV.pdf', 'application/pdf']],
  ['photo.png', PNG, ['photo.png', 'image/png']],
  ['photo.jpeg', '\u00ff\u00d8\u00ff\u00e0', ['photo.jpeg', 'image/jpeg']],
  ['moving.gif', 'GIF89a', ['moving.gif', 'image/gif']],
  ['photo.webp', 'RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', ['photo.webp', 'image/webp']],
  ['notes.txt', 'a < b\tand c', ['notes.txt', 'text/plain']],
  ['rows.csv', 'a,b\r\n1,2', ['rows.csv', 'text/csv']],
  ['letter.docx', DOCX, ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']],
  // Another kind than the name says.
  ['cv.pdf', PNG, notA('pdf')],
  ['photo.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">', notA('png')],
  ['notes.txt', ' <!DOCTYPE html><script>alert(1)</script>', notA('txt')],
  ['notes.txt', '<?xml version="1.0"?><svg/>', notA('txt')],
  ['notes.txt', 'MZ\u0000\u0001', notA('txt')],
  ['notes.txt', '\u00ff\u00fe', notA('txt')],
  ['letter.docx', 'PK\u0003\u0004\u0014evil.exe', notA('docx')],
  // Kinds that are never taken, whatever they hold.
  ['page.html', '<p>', ANY],
  ['image.svg', '<svg>', ANY],
  ['cv.pdf.exe', PDF, ANY],
  ['cv.pdf ', PDF, ANY],
  ['archive.zip', DOCX, ANY],
  ['.pdf', PDF, ['file.pdf', 'application/pdf']],
  ['pdf', PDF, ANY],
  ['', PDF, ANY],
  ['empty.pdf', '', 'This file is empty'],
  // Names.
  ['../../etc/passwd.pdf', PDF, ['passwd.pdf', 'application/pdf']],
  ['C:\\temp\\..\\cv.pdf', PDF, ['cv.pdf', 'application/pdf']],
  ['shell.php.pdf', PDF, ['shell_php.pdf', 'application/pdf']],
  ['a"b\r\nc;d.pdf', PDF, ['abcd.pdf', 'application/pdf']],
  ['cv\u202efdp.pdf', PDF, ['cvfdp.pdf', 'application/pdf']],
  ['Lebenslauf Jürgen 日本.pdf', PDF, ['Lebenslauf_Jürgen_日本.pdf', 'application/pdf']],
  [`${'x'.repeat(300)}.pdf`, PDF, [`${'x'.repeat(120)}.pdf`, 'application/pdf']],
])('%j that holds %j', (name, content, expected) => {
  expect(check(name, content)).toEqual(expected)
})

test('a question takes what its group says', () => {
  expect(check('cv.pdf', PDF, 'image')).toBe('Choose a picture (PNG, JPEG, GIF or WebP)')
  expect(check('photo.png', PNG, 'image')).toEqual(['photo.png', 'image/png'])
  expect(check('rows.csv', 'a', 'document')).toBe('Choose a PDF, text or document (DOCX, ODT)')
  expect(acceptOf('image')).toBe('.png,.jpg,.jpeg,.gif,.webp')
})

test('a file may be as large as it says, and not a byte larger', () => {
  const sized = (size: number) => checkFile({ name: 'a.txt', content: new Uint8Array(size).fill(97) }, { maxMb: 1 })
  expect(sized(1_000_000)).toHaveProperty('file')
  expect(sized(1_000_001)).toEqual({ error: 'The file must be at most 1 MB' })
  const half = { name: 'a.txt', content: new Uint8Array((MAX_FILES_MB * 1_000_000) / 2) }
  expect(tooMuchTogether([half, half])).toBe(undefined)
  expect(tooMuchTogether([half, half, { name: 'b', content: new Uint8Array(1) }])).toBe(
    'All files together must be at most 15 MB',
  )
})

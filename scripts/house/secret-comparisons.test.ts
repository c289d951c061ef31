import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

// How long a comparison takes must not tell how much of a secret was guessed: `isSameSecret`, `isSigned` and the
// signer compare all bytes, and `===` stops at the first that differs.

const COMPARES = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])
const SECRET = /(?:secret|signature|token|hmac|digest)$/i

/** What an expression is called: the last name in it, or what is asked for by name, as in `form.get('secret')`. */
function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node)) return nameOf(node.argumentExpression)
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return nameOf(node.expression)
  if (ts.isCallExpression(node))
    return node.arguments[0] === undefined ? nameOf(node.expression) : nameOf(node.arguments[0])
  return ''
}

/** Whether there is one says nothing of what it is, nor does which of a few words it is. */
const isPlain = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isNumericLiteral(node) ||
  node.kind === ts.SyntaxKind.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined') ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword

/** Calls that look for a value byte by byte and stop where they know. */
const LOOKS = new Set(['equals', 'includes', 'startsWith', 'indexOf', 'localeCompare', 'compare'])

function comparesSecret(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && COMPARES.has(node.operatorToken.kind))
    return (
      !isPlain(node.left) && !isPlain(node.right) && [node.left, node.right].some((one) => SECRET.test(nameOf(one)))
    )
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  if (!LOOKS.has(node.expression.name.text)) return false
  const given = node.arguments.filter((one) => !isPlain(one))
  return [node.expression.expression, ...given].some((one) => given.length > 0 && SECRET.test(nameOf(one)))
}

function comparisonsIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (comparesSecret(node))
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

test.each([
  ['if (secret === row.hook_secret) go()', 1],
  ['if (row.hook_secret != given) go()', 1],
  ["const isOurs = form.get('client_secret') === CLIENT.secret", 1],
  ["const isOurs = headers['x-signature'] !== expected", 1],
  ['const isSigned = signature.equals(expected)', 1],
  ['const isSigned = expected.includes(given.signature)', 1],
  ['if (token === undefined) go()', 0],
  ["if (settings.signature !== 'none') go()", 0],
  ['if (signature.length !== expected.length) go()', 0],
  ['if (isSameSecret(secret, row.hook_secret)) go()', 0],
])('%s', (text, count) => {
  expect(comparisonsIn('a.ts', text)).toHaveLength(count)
})

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** What answers requests; tools and their previews compute with what a visitor has given them. */
const ours = sourceFiles(root).filter(
  (path) => /^src\/(app|engine|features|nodes|server)\/.*\.ts$/.test(path) && !/\.test\.ts$|fixture/.test(path),
)

test('no secret is compared by ===', () => {
  expect(ours.length).toBeGreaterThan(300)
  expect(ours.flatMap((path) => comparisonsIn(path, read(path)))).toEqual([])
})

test('who reads the secret of a webhook or a form from its row holds it against another by isSameSecret alone', () => {
  const used = ours.filter((path) => path.endsWith('.server.ts') && /\.hook_secret\b/.test(read(path)))
  const held = used.flatMap((path) =>
    [...read(path).matchAll(/isSameSecret\(\w+, ([\w.]+(?:\([\w.]+\))?)\)/g)].map(([, with_]) => with_),
  )
  expect(held.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'formSecret(row.hook_secret)',
    'row.hook_secret',
    'row.hook_secret',
    'testFormSecret(test.hook_secret)',
  ])
})

test('who makes a signature to hold one against it compares all of its bytes', () => {
  const signing = ours.filter((path) => /\bcreateHmac\(/.test(read(path)))
  expect(signing).toEqual([
    'src/features/payments/webhook-signature.ts',
    'src/features/webhooks/signature.ts',
    'src/server/crypto/signer.ts',
  ])
  expect(signing.filter((path) => !/\btimingSafeEqual\(/.test(read(path)))).toEqual([])
})

test('links of approvals, resume addresses and unsubscribing are verified by the signer', () => {
  const verifying = ours.filter((path) => /[sS]igner\.verify\(/.test(read(path)))
  expect(verifying).toEqual(
    expect.arrayContaining(['src/features/approvals/approvals.server.ts', 'src/features/webhooks/resume.server.ts']),
  )
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const isTimeout = (node: ts.Node) =>
  ts.isCallExpression(node) && /^(globalThis\.)?setTimeout$/.test(node.expression.getText())

/** `new Promise(… setTimeout …)` whatever the spelling, and every import of timers/promises. */
function sleepsIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const report = (node: ts.Node) =>
    found.push(
      `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} sleeps; wait for the event itself (expect.poll, once, a promise)`,
    )
  const holds = (node: ts.Node): boolean => isTimeout(node) || (ts.forEachChild(node, holds) ?? false)
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Promise' && holds(node)) report(node)
    else if (ts.isImportDeclaration(node) && /^['"](node:)?timers\/promises['"]$/.test(node.moduleSpecifier.getText()))
      report(node)
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

test.each([
  ['await new Promise((resolve) => setTimeout(resolve, 50))', 1],
  ['await new Promise<void>((done) => {\n  globalThis.setTimeout(() => done(), 50)\n})', 1],
  ["import { setTimeout as sleep } from 'node:timers/promises'", 1],
  ['server.on("request", (_, answer) => setTimeout(() => answer.end(), 50))', 0],
  ['await new Promise((resolve) => child.once("exit", resolve))', 0],
])('%s', (text, count) => {
  expect(sleepsIn('a.test.ts', text)).toHaveLength(count)
})

test('no test sleeps for a fixed time', () => {
  const root = join(import.meta.dirname, '../..')
  const tests = sourceFiles(root).filter((path) => /\.test\.tsx?$/.test(path))
  expect(tests.flatMap((path) => sleepsIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

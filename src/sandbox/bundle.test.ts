import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachableBundle } from './bundle.ts'
import { testBundle } from './test-bundle.ts'

let built: string
let folder: string
beforeAll(async () => {
  built = await testBundle()
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'fettle-bundle-')))
  await chmod(folder, 0o755)
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A bundle in a home that is closed to other accounts, and a folder for copies. */
async function inClosedHome(name: string) {
  const home = path.join(folder, name)
  const bundle = path.join(home, 'runner')
  const copies = path.join(folder, `${name}-copies`)
  await mkdir(copies)
  await cp(built, bundle, { recursive: true })
  await chmod(home, 0o700)
  return { bundle, copies }
}

test('the runner is made of the sandbox and its two languages, and of nothing else', async () => {
  const modules: string[] = JSON.parse(await readFile(path.join(built, 'modules.json'), 'utf8'))
  const allowed = /^(src\/(sandbox|sdk|lib)\/|node_modules\/(quickjs-wasi|@marcbachmann\/cel-js)\/)/
  expect(modules).toContain('src/sandbox/run-code.ts')
  expect(modules.filter((name) => !allowed.test(name))).toEqual([])
})

test('the runner imports three things of Node', async () => {
  const code = await readFile(path.join(built, 'runner.mjs'), 'utf8')
  const imports = [...code.matchAll(/^import .* from ["'](.*)["'];?$/gm)].map(([, name = '']) => name)
  expect(imports.toSorted((a, b) => a.localeCompare(b))).toEqual(['node:fs', 'node:readline', 'node:v8'])
  expect((await readdir(built)).sort()).toEqual(['modules.json', 'quickjs.wasm', 'runner.mjs'])
})

test('a runner under the same account reads the files in place', async () => {
  const { bundle, copies } = await inClosedHome('same')
  const node = await realpath(process.execPath)
  expect(await reachableBundle(bundle, { otherAccount: false, copies })).toEqual({ ok: true, dir: bundle, node })
  expect(await readdir(copies)).toEqual([])
})

test('for another account a closed home is left by a copy, made once', async () => {
  const { bundle, copies } = await inClosedHome('closed')
  const first = await reachableBundle(bundle, { otherAccount: true, copies })
  const second = await reachableBundle(bundle, { otherAccount: true, copies })
  expect(first).toMatchObject({ ok: true, dir: expect.stringContaining(path.join(copies, 'fettle-runner-')) })
  expect(second).toEqual(first)
  const dir = 'dir' in first ? first.dir : ''
  expect((await readdir(copies)).filter((name) => name.startsWith('fettle-runner-'))).toEqual([path.basename(dir)])
  expect(await readFile(path.join(dir, 'runner.mjs'))).toEqual(await readFile(path.join(bundle, 'runner.mjs')))
})

test('a changed bundle is copied again', async () => {
  const { bundle, copies } = await inClosedHome('changed')
  const before = await reachableBundle(bundle, { otherAccount: true, copies })
  await writeFile(path.join(bundle, 'runner.mjs'), '// another version')
  const after = await reachableBundle(bundle, { otherAccount: true, copies })
  expect(after.ok).toBe(true)
  expect(after).not.toEqual(before)
})

test('a copy that others may write to is not trusted', async () => {
  const { bundle, copies } = await inClosedHome('planted')
  const first = await reachableBundle(bundle, { otherAccount: true, copies })
  const dir = 'dir' in first ? first.dir : ''
  await copyFile(path.join(bundle, 'modules.json'), path.join(dir, 'runner.mjs'))
  await chmod(path.join(dir, 'runner.mjs'), 0o777)
  expect(await reachableBundle(bundle, { otherAccount: true, copies })).toEqual({
    ok: false,
    reason: `${dir} belongs to another account`,
  })
})

test('a bundle that was not built is a clear reason', async () => {
  expect(await reachableBundle(path.join(folder, 'nowhere'), { otherAccount: false })).toEqual({
    ok: false,
    reason: `ENOENT: no such file or directory, realpath '${path.join(folder, 'nowhere')}'`,
  })
})

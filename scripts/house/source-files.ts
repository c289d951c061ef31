import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['src', 'db', 'scripts', 'bench', 'e2e']

/**
 * All of our code, as paths from the root with forward slashes.
 * Not `glob`: knip follows its literal patterns and would take every file for used.
 */
export const sourceFiles = (root: string): readonly string[] =>
  FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .toSorted(),
  )

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { LaunchError, step } from './step.mjs'

/** Installs what package-lock.json asks for, unless it is all there. */
export async function installPackages() {
  if (isInstalled()) return
  await step('Installing packages', async () => {
    const { code, output } = await runNpm([
      'install',
      // NODE_ENV=production would leave out what the build needs.
      '--include=dev',
      '--include=optional',
      // Packages for other systems that a registry knows besides would be written to the lock file.
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
    if (code !== 0) throw new LaunchError(`${output.trim()}\nnpm could not install the packages: its reason is above.`)
  })
}

/** Compares the lock file with npm's own record of what lies in node_modules. Optional packages may be missing. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

function runNpm(args) {
  const npmFile = process.env.npm_execpath
  const npm = npmFile?.endsWith('.js') ? spawn(process.execPath, [npmFile, ...args]) : spawn('npm', args)
  return new Promise((resolve, reject) => {
    let output = ''
    npm.stdout.on('data', (chunk) => (output += chunk))
    npm.stderr.on('data', (chunk) => (output += chunk))
    npm.on('error', () => reject(new LaunchError('npm was not found: install it together with Node.js.')))
    npm.on('close', (code) => resolve({ code, output }))
  })
}

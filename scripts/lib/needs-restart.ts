/** What Vite alone loads, and swaps in the browser by itself. */
const WEB = [/^src\/(client|ui)\//, /\.web\.ts$/, /\.worker\.ts$/, /^src\/app\/routes\.ts$/]

/** True for a changed file that the running server has loaded. */
export function needsRestart(file: string): boolean {
  if (file.endsWith('.sql')) return true
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && !WEB.some((pattern) => pattern.test(file))
}

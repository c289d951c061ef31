/** How often each step was drawn; only a build for tests keeps count. */
export function countRender(id: string): void {
  if (!import.meta.env.VITE_COUNT_RENDERS) return
  const counted = globalThis as typeof globalThis & { stepRenders?: Map<string, number> }
  counted.stepRenders ??= new Map()
  counted.stepRenders.set(id, (counted.stepRenders.get(id) ?? 0) + 1)
}

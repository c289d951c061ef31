/** 0.4 → "< 1 ms", 830 → "830 ms", 1_420 → "1.4 s", 125_000 → "2 min 5 s", 7_260_000 → "2 h 1 min". */
export function durationText(ms: number): string {
  if (ms < 1) return '< 1 ms'
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(1))} s`
  const seconds = Math.round(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours === 0 ? `${minutes} min ${seconds % 60} s` : `${hours} h ${minutes} min`
}

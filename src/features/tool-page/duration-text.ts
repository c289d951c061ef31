/** Milliseconds as people read them: "0.3 ms", "12 ms", "1,204 ms"; below a tenth "<0.1 ms". */
export function durationText(ms: number): string {
  if (ms < 0.1) return '<0.1 ms'
  const digits = ms < 10 ? 1 : 0
  return `${ms.toLocaleString('en', { maximumFractionDigits: digits })} ms`
}

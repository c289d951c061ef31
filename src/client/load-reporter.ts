type Reporter = typeof import('./error-report.ts')

let loading: Promise<Reporter> | undefined

/**
 * The reporter of errors, loaded when there is something to report. One promise for all: whoever asks first goes on
 * first, and the first report of an error is the one that counts.
 */
export function loadReporter(): Promise<Reporter> {
  loading ??= import('./error-report.ts').catch((error: unknown) => {
    // The next error may find the connection again.
    loading = undefined
    throw error
  })
  return loading
}

/** What a broken server answers, with leave to ask again at once, so that retries do not hold up a test. */
export const BROKEN = {
  error: {
    code: 'INTERNAL_ERROR',
    message: 'Something went wrong on our side',
    details: [],
    timestamp: '2026-01-01T00:00:00.000Z',
    requestId: 'req-0815',
    retryAfter: 0,
  },
}

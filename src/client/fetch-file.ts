import { ApiError, networkError } from './api-error.ts'
import { type RequestWorld, toFailure } from './request.ts'

/** A whole file, however long it takes. It is not asked for again by itself, as the server may read a lot for it. */
export async function fetchFile(url: string, on: Pick<RequestWorld, 'fetch'> = globalThis): Promise<Blob> {
  try {
    const response = await on.fetch(url, {})
    if (!response.ok) throw toFailure(response, await response.text())
    return await response.blob()
  } catch (cause) {
    throw cause instanceof ApiError ? cause : networkError(cause)
  }
}

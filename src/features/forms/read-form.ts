/** More than a form has questions. */
const MOST_PARTS = 100

/** The texts of a form with files that is damaged somewhere: of one that breaks off, all up to there. */
function textsOf(body: string, type: string): URLSearchParams {
  const texts = new URLSearchParams()
  const boundary = /;\s*boundary="?([^\s";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return texts
  const [, ...parts] = body.split(`--${boundary}`, MOST_PARTS + 1)
  for (const part of parts) {
    const [head = '', text] = part.split(/\r\n\r\n(.*)/s)
    const name = /[;\s]name="([^"]+)"/.exec(head)?.[1]
    if (name !== undefined && text !== undefined && !/[;\s]filename/.test(head))
      texts.append(name, text.replace(/\r\n$/, ''))
  }
  return texts
}

interface SentForm {
  readonly form: FormData | URLSearchParams
  readonly isWhole: boolean
}

/** What a browser has sent; of what is not whole, as much as can be read. */
export async function readForm(request: Request): Promise<SentForm> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\//i.test(type)) return { form: new URLSearchParams(await request.text()), isWhole: true }
  const bytes = await request.arrayBuffer()
  try {
    return { form: await new Response(bytes, { headers: { 'content-type': type } }).formData(), isWhole: true }
  } catch {
    return { form: textsOf(new TextDecoder().decode(bytes), type), isWhole: false }
  }
}

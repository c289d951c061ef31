import { setTimeout as sleep } from 'node:timers/promises'

/** What a server process holds on to, asked through Node's own inspector. */
export interface Heap {
  /** Bytes in use once nothing more can be collected. */
  usedAfterCollection(): Promise<number>
  close(): void
}

interface Answer {
  readonly id: number
  readonly result?: { readonly usedSize?: number }
  readonly error?: { readonly message: string }
}

/** The address of the inspector; a process with `--inspect-port` opens it when it is told so by a signal. */
async function findInspector(pid: number, port: number): Promise<string> {
  process.kill(pid, 'SIGUSR1')
  for (let tries = 0; tries < 50; tries++) {
    await sleep(100)
    const list = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const [target] = list?.ok ? ((await list.json()) as { webSocketDebuggerUrl: string }[]) : []
    if (target !== undefined) return target.webSocketDebuggerUrl
  }
  throw new Error(`No inspector of process ${pid} at port ${port}`)
}

export async function openHeap(pid: number, port: number): Promise<Heap> {
  const socket = new WebSocket(await findInspector(pid, port))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  let calls = 0
  const call = (method: string) =>
    new Promise<Answer['result']>((resolve, reject) => {
      const id = ++calls
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as Answer
        if (answer.id !== id) return
        socket.removeEventListener('message', onMessage)
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve(answer.result)
      }
      socket.addEventListener('message', onMessage)
      socket.send(JSON.stringify({ id, method }))
    })
  await call('HeapProfiler.enable')
  return {
    async usedAfterCollection() {
      // The first collection lets go of what the second then frees.
      for (let times = 0; times < 3; times++) await call('HeapProfiler.collectGarbage')
      return (await call('Runtime.getHeapUsage'))?.usedSize ?? Number.NaN
    },
    close: () => socket.close(),
  }
}

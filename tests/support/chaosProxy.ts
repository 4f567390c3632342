/** A network between a caller and a server that loses requests before they arrive, or answers after the server did what it was asked. */
import net from 'node:net'
import type { AddressInfo } from 'node:net'

export type Fate = 'passes' | 'request lost' | 'answer lost'

export interface ChaosProxy {
  port: number
  /** How many of each there were. */
  readonly counts: Record<Fate, number>
  close(): Promise<void>
}

/** @param fate of each connection; one carries one call */
export async function chaosProxy(target: number, fate: () => Fate): Promise<ChaosProxy> {
  const counts: ChaosProxy['counts'] = { passes: 0, 'request lost': 0, 'answer lost': 0 }
  const open = new Set<net.Socket>()
  const server = net.createServer((caller) => {
    const what = fate()
    counts[what]++
    open.add(caller)
    caller.on('error', () => {}).on('close', () => open.delete(caller))
    if (what === 'request lost') return void caller.once('data', () => caller.destroy())
    const beyond = net.connect(target, '127.0.0.1')
    beyond.on('error', () => caller.destroy())
    caller.pipe(beyond)
    if (what === 'passes') return void beyond.pipe(caller)
    // its first byte means that the server is done
    beyond.once('data', () => {
      caller.destroy()
      beyond.destroy()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    async close() {
      for (const s of open) s.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The system inside a node, through the guest agent: whether it is up, its files, its figures. */
import type { InjectedFile, NodeMetrics } from '../driver.ts'
import { withGuest, type Conversation } from './qmp.ts'

/** Bytes of one write: a line of the agent's protocol holds them in base64. */
const slice = 6144

export const isUp = (socket: string): Promise<boolean> =>
  withGuest(socket, (c) => c.ask('guest-ping', undefined, 1500), 1500).then(
    () => true,
    () => false,
  )

/** Writes a file whole: the agent shows it under its name when it is closed. */
export const putFile = (socket: string, { path, mode, bytes }: InjectedFile): Promise<void> =>
  withGuest(socket, async (c) => {
    const handle = await c.ask<number>('guest-file-open', { path, mode: 'w' })
    for (let at = 0; at < bytes.length || at === 0; at += slice)
      await c.ask(
        'guest-file-write',
        { handle, 'buf-b64': Buffer.from(bytes.subarray(at, at + slice)).toString('base64') },
        15_000,
      )
    await c.ask('guest-file-close', { handle })
    await c.ask('guest-exec', { path: 'chmod', arg: [mode, path] })
  })

/** Tells the system how large the terminal at its serial line is; it tells what runs there (tty_ioctl(4), `SIGWINCH`). */
export const sizeLine = (socket: string, columns: number, rows: number): Promise<unknown> =>
  withGuest(socket, (c) =>
    c.ask('guest-exec', { path: 'stty', arg: ['-F', '/dev/ttyS0', 'cols', String(columns), 'rows', String(rows)] }),
  )

async function text(c: Conversation, path: string): Promise<string> {
  const handle = await c.ask<number>('guest-file-open', { path, mode: 'r' })
  const { 'buf-b64': bytes } = await c.ask<{ 'buf-b64': string }>('guest-file-read', { handle, count: 65_536 })
  await c.ask('guest-file-close', { handle })
  return Buffer.from(bytes, 'base64').toString()
}

export const readText = (socket: string, path: string): Promise<string> => withGuest(socket, (c) => text(c, path))

/** Of `/proc/meminfo` (proc(5)): what programs have taken, percent. */
export function memoryUsed(meminfo: string): number {
  const lines = new Map(meminfo.split('\n').map((l) => l.split(/:\s+/) as [string, string | undefined]))
  const of = (name: string) => Number.parseInt(lines.get(name) ?? '0', 10)
  const total = of('MemTotal')
  return total ? Math.round((1 - of('MemAvailable') / total) * 1000) / 10 : 0
}

/** Of `/proc/net/dev`: bytes of all cards but the loopback. */
export function carried(dev: string): Pick<NodeMetrics, 'received' | 'sent'> {
  let [received, sent] = [0, 0]
  for (const line of dev.split('\n').slice(2)) {
    const [name, rest] = line.split(':')
    if (!name || !rest || name.trim() === 'lo') continue
    const figures = rest.trim().split(/\s+/).map(Number)
    received += figures[0] ?? 0
    sent += figures[8] ?? 0
  }
  return { received, sent }
}

/** Memory and traffic so far, or undefined where no agent answers. */
export const insideFigures = (
  socket: string,
): Promise<({ memory: number } & Pick<NodeMetrics, 'received' | 'sent'>) | undefined> =>
  withGuest(
    socket,
    async (c) => ({
      memory: memoryUsed(await text(c, '/proc/meminfo')),
      ...carried(await text(c, '/proc/net/dev')),
    }),
    1500,
  ).catch(() => undefined)

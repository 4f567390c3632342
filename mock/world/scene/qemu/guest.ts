/** The system inside a node, through the guest agent: whether it is up, its files, its figures. */
import net from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { InjectedFile, NodeMetrics } from '../driver.ts'
import { QemuError, type QmpSession, withGuest } from './qmp.ts'

/** Bytes of one write: a line of the agent's protocol holds them in base64. */
const slice = 1024 * 1024
/** Bytes a second that are at least expected, and milliseconds that everything may take on top. */
const [slowest, patience] = [256 * 1024, 30_000]
/** Milliseconds a system that has just come up may be busy with itself. */
const answers = 10_000
/** Milliseconds that a folder takes to be there. */
const settled = 500
const timeFor = (bytes: number): number => patience + (bytes / slowest) * 1000

export const isGuestUp = (socket: string): Promise<boolean> =>
  withGuest(socket, (c) => c.ask('guest-ping', undefined, 1500), 1500).then(
    () => true,
    () => false,
  )

/** Sends a file as it is over a line of its own, which the small Linux reads; what was left on it is thrown away first. */
async function stream(c: QmpSession, socket: string, handle: number, { size, read }: InjectedFile): Promise<void> {
  await c.ask('range-file-expect', { handle, bytes: size }, patience)
  const line = net.connect(socket)
  const sent = pipeline(read(), line, { end: false }).catch(() => void line.destroy())
  try {
    await c.ask('range-file-receive', { handle, bytes: size }, timeFor(size))
  } finally {
    line.destroy()
    await sent
  }
}

/** The same in the agent's own words. */
async function slices(c: QmpSession, handle: number, { size, read }: InjectedFile): Promise<void> {
  const write = (bytes: Buffer) =>
    c.ask('guest-file-write', { handle, 'buf-b64': bytes.toString('base64') }, timeFor(bytes.length))
  let sent = 0
  for await (const chunk of read() as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length; at += slice) {
      const part = chunk.subarray(at, at + slice)
      await write(part)
      sent += part.length
    }
  if (sent !== size) throw new QemuError('refused', 'cut off')
}

/** A folder and those above it, in systems whose agent may start a program. */
const folder = (c: QmpSession, at: string): Promise<unknown> =>
  /^[A-Za-z]:/.test(at)
    ? c.ask('guest-exec', { path: 'cmd.exe', arg: ['/c', 'mkdir', at.replaceAll('/', '\\')] })
    : c.ask('guest-exec', { path: 'mkdir', arg: ['-p', at] })

/**
 * Writes a file whole, its folder too.
 * @param files the line that takes bytes as they are, where there is one
 */
export const putFile = (guest: string, files: string | undefined, file: InjectedFile): Promise<void> =>
  withGuest(
    guest,
    async (c) => {
      const { path: at, mode } = file
      const open = () => c.ask<number>('guest-file-open', { path: at, mode: 'w' })
      const handle = await open().catch(async () => {
        // the second try says why not
        await folder(c, path.dirname(at)).catch(() => undefined)
        await pause(settled)
        return open()
      })
      if (files === undefined) await slices(c, handle, file)
      else await stream(c, files, handle, file)
      await c.ask('guest-file-close', { handle }, patience)
      if (!/^[A-Za-z]:/.test(at)) await c.ask('guest-exec', { path: 'chmod', arg: [mode, at] })
    },
    answers,
  )

/** Tells the system how large the terminal at its serial line is; it tells what runs there (tty_ioctl(4), `SIGWINCH`). */
export const sizeLine = (socket: string, columns: number, rows: number): Promise<unknown> =>
  withGuest(socket, (c) =>
    c.ask('guest-exec', { path: 'stty', arg: ['-F', '/dev/ttyS0', 'cols', String(columns), 'rows', String(rows)] }),
  )

async function text(c: QmpSession, path: string): Promise<string> {
  const handle = await c.ask<number>('guest-file-open', { path, mode: 'r' })
  const { 'buf-b64': bytes } = await c.ask<{ 'buf-b64': string }>('guest-file-read', { handle, count: 65_536 })
  await c.ask('guest-file-close', { handle })
  return Buffer.from(bytes, 'base64').toString()
}

/** Of `/proc/meminfo` (proc(5)): what programs have taken, percent. */
function memoryUsed(meminfo: string): number {
  const lines = new Map(meminfo.split('\n').map((l) => [l.split(':', 1)[0], l.split(/:\s+/)[1]] as const))
  const of = (name: string) => Number.parseInt(lines.get(name) ?? '0', 10)
  const total = of('MemTotal')
  return total ? Math.round((1 - of('MemAvailable') / total) * 1000) / 10 : 0
}

/** Of `/proc/net/dev`: bytes of all cards but the loopback. */
function carried(dev: string): Pick<NodeMetrics, 'received' | 'sent'> {
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

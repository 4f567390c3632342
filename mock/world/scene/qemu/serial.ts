/** The serial line of a node for several people at once: QEMU answers one reader, so this server reads and everybody listens here. */
import fs from 'node:fs/promises'
import net from 'node:net'
import { Duplex } from 'node:stream'
import { QemuError } from './qmp.ts'

/** What somebody new is shown of what came before. Bytes. */
const shown = 16_384
/** Questions to a terminal (its place, what it is, its size): a page that is shown old ones would answer them into what is typed now. */
// eslint-disable-next-line no-control-regex
const questions = /\x1b\[(?:[56]n|[>=?]?\d*c|1[48]t|\?\d+n)/g
const shownAgain = (before: Buffer): Buffer =>
  Buffer.from(before.toString('latin1').replaceAll(questions, ''), 'latin1')

/** A reader who is further behind loses his line. Bytes. */
const behind = 1024 * 1024

interface Line {
  socket: net.Socket
  listeners: Set<Duplex>
}

async function tail(log: string): Promise<Buffer> {
  const file = await fs.open(log).catch(() => undefined)
  if (!file) return Buffer.alloc(0)
  try {
    const { size } = await file.stat()
    const length = Math.min(shown, size)
    return (await file.read(Buffer.alloc(length), 0, length, size - length)).buffer
  } finally {
    await file.close()
  }
}

function connect(path: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (e) => reject(new QemuError('no_answer', e.message)))
  })
}

export function sharedLine(): { open(path: string, log: string): Promise<Duplex>; drop: (path: string) => void } {
  const lines = new Map<string, Promise<Line>>()
  const drop = (path: string): void => {
    void lines.get(path)?.then(
      (l) => l.socket.destroy(),
      () => undefined,
    )
    lines.delete(path)
  }
  const read = async (path: string): Promise<Line> => {
    const socket = await connect(path)
    const listeners = new Set<Duplex>()
    socket.on('data', (chunk: Buffer) => {
      for (const l of listeners)
        if (l.readableLength > behind) l.destroy()
        else l.push(chunk)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      lines.delete(path)
      for (const l of listeners) l.push(null)
    })
    return { socket, listeners }
  }
  const lineOf = (path: string): Promise<Line> => {
    const there = lines.get(path)
    if (there) return there
    const line = read(path)
    lines.set(path, line)
    line.catch(() => lines.delete(path))
    return line
  }
  return {
    drop,
    async open(path, log) {
      const line = await lineOf(path)
      const before = await tail(log)
      const mine = new Duplex({
        read() {},
        write: (chunk: Buffer, _, done) => void line.socket.write(chunk, done),
        destroy(error, done) {
          line.listeners.delete(mine)
          if (!line.listeners.size) drop(path)
          done(error)
        },
      })
      mine.push(shownAgain(before))
      line.listeners.add(mine)
      return mine
    },
  }
}

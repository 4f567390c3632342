/**
 * QEMU's two languages of JSON lines over a socket: QMP to the machine itself (docs/interop/qmp-spec) and the guest agent's
 * (docs/interop/qemu-ga-ref) to the system inside. One connection per conversation; every answer has a deadline.
 */
import net from 'node:net'
import { isRecord, textOf } from '#src/contract/lib/typed.ts'

export class QemuError extends Error {
  constructor(
    readonly code: 'no_answer' | 'refused',
    message: string,
  ) {
    super(message)
    this.name = 'QemuError'
  }
}

export interface QmpSession {
  /** @returns what follows `return`; throws `QemuError` when it is refused or nobody answers in `ms` */
  ask<T = unknown>(execute: string, args?: Record<string, unknown>, ms?: number): Promise<T>
  end(): void
}
/** Of an answer `return` or `error`; anything else is told without having been asked for. */
type Line = Readonly<Record<string, unknown>>

interface Lines {
  send(o: object): void
  next(ms: number): Promise<Line>
  end: () => void
}

function lines(path: string): Promise<Lines> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path)
    let text = ''
    let waiting: ((l: Line | Error) => void) | undefined
    const arrived: Line[] = []
    const failed = (message: string): void => {
      const error = new QemuError('no_answer', message)
      waiting?.(error)
      waiting = undefined
      reject(error)
    }
    socket.setEncoding('utf8')
    socket.on('error', (e) => failed(e.message))
    socket.on('close', () => failed('closed'))
    socket.on('data', (chunk: string) => {
      text += chunk
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
        const line = text.slice(0, at).replace(/^[^{]*/, '')
        text = text.slice(at + 1)
        let said: unknown
        try {
          said = JSON.parse(line)
        } catch {
          continue
        }
        if (!isRecord(said)) continue
        if (waiting) {
          waiting(said)
          waiting = undefined
        } else arrived.push(said)
      }
    })
    socket.on('connect', () =>
      resolve({
        send: (o) => void socket.write(`${JSON.stringify(o)}\n`),
        end: () => socket.destroy(),
        next: (ms) =>
          new Promise((done, fail) => {
            const first = arrived.shift()
            if (first) return done(first)
            const timer = setTimeout(() => {
              waiting = undefined
              fail(new QemuError('no_answer', `no answer within ${ms} ms`))
            }, ms)
            waiting = (l) => {
              clearTimeout(timer)
              if (l instanceof Error) fail(l)
              else done(l)
            }
          }),
      }),
    )
  })
}

function conversation(l: Lines): QmpSession {
  return {
    end: l.end,
    async ask<T>(execute: string, args?: Record<string, unknown>, ms = 5000): Promise<T> {
      l.send({ execute, ...(args ? { arguments: args } : {}) })
      const until = Date.now() + ms
      for (;;) {
        const said = await l.next(Math.max(1, until - Date.now()))
        const { error } = said
        if (error) throw new QemuError('refused', `${execute}: ${isRecord(error) ? textOf(error['desc']) : ''}`)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who asks knows what the command answers
        if ('return' in said) return said['return'] as T
      }
    },
  }
}

async function talk<T>(path: string, begin: (l: Lines) => Promise<void>, what: (c: QmpSession) => Promise<T>) {
  const l = await lines(path)
  try {
    await begin(l)
    return await what(conversation(l))
  } finally {
    l.end()
  }
}

/** Talks to the machine. */
export const withMachine = <T>(path: string, what: (c: QmpSession) => Promise<T>): Promise<T> =>
  talk(
    path,
    async (l) => {
      await l.next(5000)
      await conversation(l).ask('qmp_capabilities')
    },
    what,
  )

/** Talks to the system inside; a line that somebody left half said is thrown away by the sync. */
export const withGuest = <T>(path: string, what: (c: QmpSession) => Promise<T>, ms = 3000): Promise<T> =>
  talk(
    path,
    async (l) => {
      const id = Math.floor(performance.now() * 1000) % 2 ** 31
      l.send({ execute: 'guest-sync', arguments: { id } })
      const until = Date.now() + ms
      for (;;) if ((await l.next(Math.max(1, until - Date.now())))['return'] === id) return
    },
    what,
  )

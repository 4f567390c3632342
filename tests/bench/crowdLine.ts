/**
 * One candidate's connections, kept open as a browser keeps them, with as little of HTTP as a crowd of ten thousand on one processor needs: a request
 * is written whole, of an answer the status and the length are read, of an event stream what it says.
 */
import net from 'node:net'

export interface Answer {
  status: number
  body: string
}
const headEnd = Buffer.from('\r\n\r\n')

export class CrowdLine {
  private socket: net.Socket | undefined
  private got: Buffer | undefined
  private waiting: { done(a: Answer): void; failed(e: Error): void } | undefined
  private readonly head: string

  constructor(
    private readonly port: number,
    token: string,
  ) {
    this.head = ` HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n`
  }

  /** One question at a time. Rejects when the connection is lost. */
  ask(method: string, at: string, body?: string): Promise<Answer> {
    return new Promise((done, failed) => {
      this.waiting = { done, failed }
      const said = body
        ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
        : '\r\n'
      this.connected().write(`${method} /api/mg/api${at}${this.head}${said}`)
    })
  }
  end(): void {
    this.socket?.destroy()
  }

  private connected(): net.Socket {
    if (this.socket) return this.socket
    const socket = net.connect(this.port, '127.0.0.1').setNoDelay(true)
    socket.on('data', (d) => this.take(d))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.socket === socket) this.socket = this.got = undefined
      this.settle((w) => w.failed(new Error('the connection was lost')))
    })
    return (this.socket = socket)
  }
  private settle(how: (w: NonNullable<CrowdLine['waiting']>) => void): void {
    const { waiting } = this
    this.waiting = undefined
    if (waiting) how(waiting)
  }
  private take(d: Buffer): void {
    const all = this.got ? Buffer.concat([this.got, d]) : d
    this.got = all
    const end = all.indexOf(headEnd)
    if (end < 0) return
    const head = all.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`)
    if (all.length < end + 4 + length) return
    this.got = undefined
    if (/connection: close/i.test(head)) {
      this.socket?.destroy()
      this.socket = undefined
    }
    const body = all.toString('utf8', end + 4, end + 4 + length)
    this.settle((w) => w.done({ status: Number(head.slice(9, 12)), body }))
  }
}

/** Event stream of a candidate's page; `ended` says when it is over, or was refused, and whether nobody answered. */
export function listenLine(
  port: number,
  token: string,
  heard: (name: string) => void,
  ended: (away: boolean) => void,
): () => void {
  const socket = net.connect(port, '127.0.0.1')
  const over = (): void => ended(socket.bytesRead === 0)
  socket.write(
    `GET /api/mg/api/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  )
  socket.on('data', (d) => {
    const text = d.toString('latin1')
    if (/^HTTP\/1.1 [345]/.test(text)) socket.destroy()
    else for (const [, name = ''] of text.matchAll(/^data: ([\w-]+)$/gm)) heard(name)
  })
  socket.on('error', () => {})
  socket.on('close', over)
  return () => void socket.removeListener('close', over).destroy()
}

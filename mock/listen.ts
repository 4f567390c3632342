/** Whether an address can be listened on, said so that the reader can mend it. */
import net from 'node:net'
import { Plain, type StartOptions } from './commandLine.ts'

export function cannotListen({ port, host }: StartOptions, e: NodeJS.ErrnoException): Plain {
  if (e.code === 'EADDRINUSE') return new Plain(`Port ${port} is taken by another program. Choose another with --port.`)
  if (e.code === 'EACCES')
    return new Plain(`Port ${port} may not be used by this user. Choose one above 1023 with --port.`)
  return new Plain(`Cannot listen on ${host}: ${e.code ?? e.message}. Choose another address with --host.`)
}

/** Before anything is opened or made: whether the address is free at all. */
export const probe = (start: StartOptions): Promise<void> =>
  new Promise((free, taken) => {
    const s = net.createServer()
    s.once('error', (e) => taken(cannotListen(start, e)))
    s.listen(start.port, start.host, () => s.close(() => free()))
  })

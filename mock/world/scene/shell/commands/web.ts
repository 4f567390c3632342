/** Commands that fetch from web servers. */
import { textOf } from '../disk.ts'
import { options, type Program, type Programs } from '../program.ts'
import { at } from './files.ts'
import { connect } from './ports.ts'

function urlOf(text: string): { host: string; port: number; path: string } | undefined {
  const whole = text.includes('://') ? text : `http://${text}`
  if (!URL.canParse(whole)) return undefined
  const u = new URL(whole)
  return { host: u.hostname, port: Number(u.port || (u.protocol === 'https:' ? 443 : 80)), path: u.pathname }
}

const curl: Program = {
  about: 'fetch from a web server',
  use: 'curl [-I] [-o file] url',
  async run(c) {
    const o = options(c.args, 'oXHd')
    const u = urlOf(o.rest[0] ?? '')
    if (!u) {
      c.err("curl: try 'curl --help' for more information\n")
      return 2
    }
    await c.sleep(60)
    const met = await connect(c, u.host, u.port)
    if ('why' in met) {
      c.err(
        `curl: (${met.why === 'Could not resolve host' ? 6 : met.why === 'Connection timed out' ? 28 : 7}) Failed to connect to ${u.host} port ${u.port}: ${met.why}\n`,
      )
      return 7
    }
    const disk = met.host.node.id === c.shell.host.node.id ? c.shell.disk : await c.diskOf(met.host)
    const file = `/var/www/html${u.path.endsWith('/') ? `${u.path}index.html` : u.path}`
    const body =
      met.service.name !== 'http'
        ? `${met.service.banner}\n`
        : disk.stat(file)?.kind === 'file'
          ? textOf(disk.read(file, 'root'))
          : undefined
    const status = body === undefined ? '404 Not Found' : '200 OK'
    if (o.has('I'))
      c.out(
        `HTTP/1.1 ${status}\nServer: nginx/1.24.0\nContent-Type: text/html\nContent-Length: ${Buffer.byteLength(body ?? '')}\n\n`,
      )
    else if (o.value('o')) c.shell.disk.write(at(c, o.value('o') ?? ''), Buffer.from(body ?? ''), c.shell.user)
    else c.out(body ?? '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n')
    return 0
  },
}

export const webCommands: Programs = {
  curl,
  wget: {
    about: 'fetch a file',
    use: 'wget [-q] [-O file] url',
    async run(c) {
      const o = options(c.args, 'O')
      const u = urlOf(o.rest[0] ?? '')
      const name = o.value('O') ?? (u?.path.split('/').at(-1) || 'index.html')
      const status = await c.run(['curl', '-o', name, o.rest[0] ?? ''])
      if (status === 0 && !o.has('q')) c.err(`'${name}' saved\n`)
      return status
    },
  },
}

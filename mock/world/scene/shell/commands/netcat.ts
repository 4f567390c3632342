/** Talking to a port by hand: each kind of service says what it would say, and understands what people type there. */
import { parseIp } from '#src/contract/lib/ip.ts'
import { accountsOf } from '../image.ts'
import type { Conversation } from '../model.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { statusText } from '../serve/http.ts'
import { passwordFits } from '../signIn.ts'
import { rangesOf, portOf } from '../wellKnown.ts'
import { addressOf } from './net.ts'
import { connect, lineSays, overheard, type Reached, redisSays } from './ports.ts'
import { fetched } from './web.ts'

type Says = Conversation['says']
/** What it says first, and to each line; undefined ends it. */
interface Speaker {
  greeting: string
  hears(line: string): string | undefined | Promise<string | undefined>
}

const closing = (line: string) => /^(quit|exit|bye)$/i.test(line.trim())
const plain = (greeting: string, says: (line: string) => string): Speaker => ({
  greeting,
  hears: (line) => says(line),
})

/** A request is whole at its empty line. */
function web(c: Cmd, met: Reached): Speaker {
  const lines: string[] = []
  return {
    greeting: '',
    async hears(line) {
      const text = line.replace(/\r$/, '')
      if (text !== '') {
        lines.push(text)
        return ''
      }
      const [method, target, version] = lines.splice(0, 1)[0]?.split(' ') ?? []
      if (!method || !target?.startsWith('/') || !/^HTTP\/1\.[01]$/.test(version ?? ''))
        return 'HTTP/1.1 400 Bad Request\nServer: nginx\nConnection: close\n\n'
      const url = new URL(`http://host${target}`)
      const headers = new Map(
        lines.map(
          (l) => [l.slice(0, l.indexOf(':')).trim().toLowerCase(), l.slice(l.indexOf(':') + 1).trim()] as const,
        ),
      )
      const got = await fetched(c, met, {
        method,
        path: target.split('?')[0] ?? '/',
        query: url.searchParams,
        body: '',
        headers,
      })
      lines.length = 0
      return `HTTP/1.1 ${statusText(got.status)}\n${got.headers.map(([n, v]) => `${n}: ${v}\n`).join('')}\n${method === 'HEAD' ? '' : got.body.toString('utf8')}`
    },
  }
}

async function files(c: Cmd, met: Reached): Promise<Speaker> {
  const disk = await c.diskOf(met.host)
  let user = ''
  let inside = false
  return plain(`220 (${met.service.banner})\n`, (line) => {
    const [verb = '', word = ''] = line.trim().split(/\s+/)
    switch (verb.toUpperCase()) {
      case 'USER':
        user = word
        return '331 Please specify the password.\n'
      case 'PASS':
        inside =
          user === 'anonymous'
            ? met.service.served?.anonymous === true
            : accountsOf(met.host).some((a) => a.name === user) && passwordFits(disk, user, word)
        return inside ? '230 Login successful.\n' : '530 Login incorrect.\n'
      case 'QUIT':
        return '221 Goodbye.\n'
      case 'SYST':
        return inside ? '215 UNIX Type: L8\n' : '530 Please login with USER and PASS.\n'
      default:
        return inside ? '425 Use PORT or PASV first.\n' : '530 Please login with USER and PASS.\n'
    }
  })
}

async function speakerOf(c: Cmd, met: Reached): Promise<Speaker> {
  const { name, banner, served } = met.service
  if (served?.kind === 'lines') return plain(served.greeting, (l) => lineSays(met, l))
  if (served?.kind === 'redis') return plain('', (l) => redisSays(met, l))
  switch (name) {
    case 'http':
      return web(c, met)
    case 'ftp':
      return files(c, met)
    case 'ssh':
      return {
        greeting: `${banner}\n`,
        hears: (l) => (l === '' ? '' : (c.out('Invalid SSH identification string.\n'), undefined)),
      }
    case 'smtp':
      return plain(`220 ${met.host.node.name} ESMTP Postfix\n`, (l) =>
        /^(helo|ehlo)\b/i.test(l)
          ? `250 ${met.host.node.name}\n`
          : closing(l)
            ? '221 2.0.0 Bye\n'
            : '502 5.5.2 Error: command not recognized\n',
      )
    case 'telnet': {
      let tries = 0
      return {
        greeting: '\nUser Access Verification\n\nPassword: ',
        hears: () => (++tries < 3 ? '\nPassword: ' : (c.out('% Bad passwords\n'), undefined)),
      }
    }
    case 'domain':
    case 'microsoft-ds':
    case 'netbios-ssn':
    case 'msrpc':
    case 'modbus':
      // they wait for what nobody types
      return plain('', () => '')
    default:
      return { greeting: `${banner}\n`, hears: () => undefined }
  }
}

async function converse(c: Cmd, met: Reached, port: number): Promise<void> {
  const speaker = await speakerOf(c, met)
  const talk: Says = []
  const say = (text: string) => {
    if (text === '') return
    talk.push(['<', text])
    c.out(text)
  }
  say(speaker.greeting)
  for (let n = 0, line = await c.line(); line !== undefined && n < 200; line = await c.line(), n++) {
    talk.push(['>', `${line}\n`])
    const said = await speaker.hears(line)
    if (said === undefined) break
    say(said)
    if (closing(line)) break
  }
  overheard(c, met, port, talk.slice(0, 40))
}

const nc: Program = {
  about: 'talk to a port, or see which are open',
  use: 'nc [-z] [-v] [-n] [-w seconds] address port[-port]',
  knows: 'z v n l u p: k ~w: ~q: ~N',
  async run(c) {
    const { o } = c
    if (o.has('l') || o.has('u')) {
      c.err(`nc: ${o.has('l') ? 'listening is' : 'UDP is'} not possible on this machine\n`)
      return 1
    }
    const [name = '', text = ''] = o.rest
    if (o.has('n') && name !== '' && !parseIp(name)) {
      c.err(`nc: getaddrinfo for host "${name}" port ${text}: Name or service not known\n`)
      return 1
    }
    const one = portOf(text)
    const ports = one !== undefined ? [one] : /^\d+-\d+$/.test(text) ? rangesOf(text).slice(0, 1024) : []
    if (!ports.length) {
      c.err(text === '' ? `usage: ${c.use}\n` : `nc: port number invalid: ${text}\n`)
      return 1
    }
    let status = 1
    for (const port of ports) {
      if (!(await c.sleep(ports.length > 1 ? 10 : 80))) return 130
      const met = await connect(c, name, port)
      const told = o.has('v') || (o.has('z') && ports.length === 1)
      if ('why' in met) {
        if (met.why === 'Could not resolve host') {
          c.err(`nc: getaddrinfo for host "${name}" port ${port}: Name or service not known\n`)
          return 1
        }
        if (told) c.err(`nc: connect to ${name} port ${port} (tcp) failed: ${met.why}\n`)
        continue
      }
      status = 0
      if (told || o.has('z')) c.err(`Connection to ${name} ${port} port [tcp/${met.service.name}] succeeded!\n`)
      if (o.has('z')) continue
      await converse(c, met, port)
      return 0
    }
    return status
  },
}

const telnet: Program = {
  about: 'talk to a port',
  use: 'telnet address [port]',
  knows: '',
  async run(c) {
    const [name = '', text = '23'] = c.o.rest
    const port = portOf(text)
    if (name === '' || port === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const address = addressOf(c, name)
    if (!address) {
      c.err(`telnet: could not resolve ${name}/${text}: Name or service not known\n`)
      return 1
    }
    c.out(`Trying ${address}...\n`)
    await c.sleep(80)
    const met = await connect(c, name, port)
    if ('why' in met) {
      c.err(`telnet: Unable to connect to remote host: ${met.why}\n`)
      return 1
    }
    c.out(`Connected to ${name}.\nEscape character is '^]'.\n`)
    await converse(c, met, port)
    c.out('Connection closed by foreign host.\n')
    return 1
  },
}

export const netcatCommands: Programs = { nc, ncat: nc, netcat: nc, telnet }

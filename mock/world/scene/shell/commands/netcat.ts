/** Talking to a port by hand: each kind of service says what it would say, and understands what people type there. */
import { parseIp } from '#src/contract/lib/ip.ts'
import { accountsOf } from '../image.ts'
import type { TrafficConversation } from '../model.ts'
import { lineEditor } from '../line.ts'
import type { Cmd, ShellConnection, Program, Programs } from '../program.ts'
import { statusText } from '../serve/http.ts'
import { pathBetween } from '../reach.ts'
import { passwordFits } from '../signIn.ts'
import { rangesOf, portNumberOf } from '../wellKnown.ts'
import { resolveAddress, sourceFor } from './net.ts'
import { connectToPort, lineSays, openPorts, overheard, type Reached, redisSays } from './ports.ts'
import { fetched } from './web.ts'

type Says = TrafficConversation['says']
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

/** Milliseconds between two looks at what came. */
const pause = 50

/** What is typed at a terminal while something else is shown there. */
function keyboardOf(c: Cmd, hears: (line: string | undefined) => void): { stop(): void; broken: boolean } | undefined {
  const { terminal } = c
  if (!terminal) return undefined
  const editor = lineEditor(terminal.write)
  let back: ((rest: string) => void) | undefined
  const keyboard = {
    broken: false,
    stop() {
      back?.('')
      back = undefined
    },
  }
  back = terminal.take({
    keys(text) {
      const cut = text.indexOf('\x03')
      editor.feed(cut < 0 ? text : text.slice(0, cut))
      if (cut < 0) return
      keyboard.broken = true
      // the shell hears it, so that what nc runs in ends as well
      back?.(text.slice(cut))
      back = undefined
    },
    resized: () => {},
    gone: () => void (keyboard.broken = true),
  })
  const read = async (): Promise<void> => {
    for (let line = await editor.read(''); line !== undefined; line = await editor.read('')) hears(`${line}\n`)
    hears(undefined)
  }
  void read()
  return keyboard
}

/** What is typed or piped in goes to the other end, what comes from there is shown, until either ends. */
async function relay(c: Cmd, line: ShellConnection, heard: (way: '<' | '>', text: string) => void): Promise<number> {
  // where nobody is at the keyboard there is nothing but what was piped in
  const given = c.terminal && c.attended ? undefined : (c.stdin ?? (c.attended ? undefined : ''))
  const typed: (string | undefined)[] = given === undefined ? [] : [given, undefined]
  const keyboard = given === undefined ? keyboardOf(c, (text) => void typed.push(text)) : undefined
  try {
    for (;;) {
      const came = line.take()
      if (came === undefined) return 0
      if (came !== '') {
        heard('<', came)
        c.out(came)
      }
      while (typed.length) {
        const [next] = typed
        if (next === undefined) return 0
        if (!line.send(next)) {
          if (c.attended) break
          return 1
        }
        heard('>', next)
        typed.shift()
      }
      if (keyboard?.broken || !(await c.sleep(pause))) return 130
      // whoever does not read the screen is waited for
      await c.screen?.turn()
    }
  } finally {
    line.close()
    keyboard?.stop()
  }
}

async function listen(c: Cmd): Promise<number> {
  const { o } = c
  const text = o.value('p') ?? o.rest.at(-1) ?? ''
  const port = portNumberOf(text)
  if (port === undefined) {
    c.err(text === '' ? `usage: ${c.use}\n` : `nc: port number invalid: ${text}\n`)
    return 1
  }
  if (!c.attended) {
    c.err('nc: listening needs a terminal of its own on this simulated machine\n')
    return 1
  }
  if (port < 1024 && c.shell.user !== 'root') {
    c.err('nc: Permission denied\n')
    return 1
  }
  const here = c.shell.host.node.id
  const taken = (await openPorts(c, c.shell.host)).some((s) => s.port === port)
  const listener = taken ? undefined : c.wire.listen(here, port)
  if (!listener) {
    c.err('nc: Address already in use\n')
    return 1
  }
  try {
    if (o.has('v')) c.err(`Listening on 0.0.0.0 ${port}\n`)
    for (;;) {
      const line = listener.next()
      if (!line) {
        if (!(await c.sleep(pause))) return 130
        continue
      }
      if (!o.has('k')) listener.close()
      if (o.has('v')) c.err(`Connection received on ${line.from} ${40_000 + (port % 20_000)}\n`)
      const status = await relay(c, line, () => {})
      if (status !== 0 || !o.has('k')) return status
    }
  } finally {
    listener.close()
  }
}

/** To somebody who listens on another node. */
async function call(c: Cmd, met: Reached, port: number): Promise<number> {
  const here = c.shell.host
  const [from] = sourceFor(c, pathBetween(here.ground, here.node.id, met.address))
  const line = c.wire.dial(met.host.node.id, port, from?.address ?? '127.0.0.1')
  if (!line) return 1
  const talk: Says = []
  const status = await relay(c, line, (way, text) => talk.length < 40 && talk.push([way, text]))
  overheard(c, met, port, talk)
  return status
}

const nc: Program = {
  about: 'talk to a port, see which are open, or listen at one',
  use: 'nc [-z] [-v] [-n] [-w seconds] address port[-port] | nc -l [-v] [-k] [-p] port',
  more: `  -l             waits at a port until somebody connects; what is typed goes there, what comes is shown
  -k             waits for the next one when that ends
  -p port        the port, where it does not stand last
  -z             only whether a port is open
  -v, -n         says what it does; addresses only
`,
  knows: 'z v n l u p: k ~w: ~q: ~N',
  async run(c) {
    const { o } = c
    if (o.has('u')) {
      c.err('nc: UDP is not possible on this machine\n')
      return 1
    }
    if (o.has('l')) return listen(c)
    const [name = '', text = ''] = o.rest
    if (o.has('n') && name !== '' && !parseIp(name)) {
      c.err(`nc: getaddrinfo for host "${name}" port ${text}: Name or service not known\n`)
      return 1
    }
    const one = portNumberOf(text)
    const ports = one !== undefined ? [one] : /^\d+-\d+$/.test(text) ? rangesOf(text).slice(0, 1024) : []
    if (!ports.length) {
      c.err(text === '' ? `usage: ${c.use}\n` : `nc: port number invalid: ${text}\n`)
      return 1
    }
    let status = 1
    for (const port of ports) {
      if (!(await c.sleep(ports.length > 1 ? 10 : 80))) return 130
      const met = await connectToPort(c, name, port)
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
      if (met.service.listener) return call(c, met, port)
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
    const port = portNumberOf(text)
    if (name === '' || port === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const address = resolveAddress(c, name)
    if (!address) {
      c.err(`telnet: could not resolve ${name}/${text}: Name or service not known\n`)
      return 1
    }
    c.out(`Trying ${address}...\n`)
    await c.sleep(80)
    const met = await connectToPort(c, name, port)
    if ('why' in met) {
      c.err(`telnet: Unable to connect to remote host: ${met.why}\n`)
      return 1
    }
    c.out(`Connected to ${name}.\nEscape character is '^]'.\n`)
    if (met.service.listener) await call(c, met, port)
    else await converse(c, met, port)
    c.out('Connection closed by foreign host.\n')
    return 1
  },
}

export const netcatCommands: Programs = { nc, ncat: nc, netcat: nc, telnet }

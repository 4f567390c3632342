/** Commands that guess passwords, from lists and within bounds. */
import { createHash } from 'node:crypto'
import { crypt } from '../crypt.ts'
import { FileError, fileWords, diskText } from '../disk.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { admits, passwordFits } from '../signIn.ts'
import { at } from './files.ts'
import { connectToPort, overheard } from './ports.ts'
import { linesOf } from './text.ts'
import { fetched } from './web.ts'

/** Guesses of one call, and how many are tried before others have their turn: a hash takes some milliseconds. */
const mostTries = 2000
const batch = 1

function wordsOf(c: Cmd, name: string, file: string): string[] | undefined {
  try {
    return linesOf(diskText(c.shell.disk.read(at(c, file), c.shell.user))).filter((l) => l !== '')
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    c.err(`${name}: ${file}: ${fileWords[e.code]}\n`)
    return undefined
  }
}

const hydra: Program = {
  about: 'try passwords of a list at a service',
  use: 'hydra -l user|-L list -p password|-P list address|service://address ssh|ftp|http-post-form ["/path:form:F=text"]',
  more: `  -l user, -L file      who signs in
  -p word, -P file      with which password; lists are in /usr/share/wordlists
  -s port               where it is not the usual one
  -V                    shows each try
  -f                    stops at the first that fits
`,
  knows: 'f V ~v ~I ~q ~t: l: L: p: P: s:',
  wrong: 255,
  async run(c) {
    const { o } = c
    const [first = '', second = '', third = ''] = o.rest
    const [service, address] = first.includes('://') ? first.split('://') : [second, first]
    const form = first.includes('://') ? second : third
    const users = o.value('L') ? wordsOf(c, 'hydra', o.value('L') ?? '') : [o.value('l') ?? '']
    const words = o.value('P') ? wordsOf(c, 'hydra', o.value('P') ?? '') : [o.value('p') ?? '']
    if (!users || !words) return 255
    const ports: Readonly<Record<string, number>> = { ssh: 22, ftp: 21, 'http-post-form': 80 }
    const usual = ports[service ?? '']
    if (usual === undefined || !address) {
      c.err(`hydra: unknown service "${service}"\nusage: ${c.use}\n`)
      return 255
    }
    const port = Number(o.value('s') ?? usual)
    const met = await connectToPort(c, address, port)
    if ('why' in met) {
      c.err(`[ERROR] could not connect to ${service}://${address}:${port} - ${met.why}\n`)
      return 255
    }
    const [path = '/', body = '', wrong = ''] = form.split(':')
    const disk = await c.diskOf(met.host)
    const fits = async (user: string, password: string): Promise<boolean> => {
      if (service === 'ssh') return met.service.name === 'ssh' && admits(disk, met.host, user, { password })
      if (service === 'ftp') return met.service.name === 'ftp' && passwordFits(disk, user, password)
      const text = body
        .replaceAll('^USER^', encodeURIComponent(user))
        .replaceAll('^PASS^', encodeURIComponent(password))
      const got = await fetched(c, met, {
        method: 'POST',
        path,
        query: new URLSearchParams(),
        body: text,
        headers: new Map(),
      })
      return got.status < 500 && !got.body.toString('utf8').includes(wrong.replace(/^F=/, '') || 'Wrong')
    }
    const all = users.length * words.length
    c.out(
      `Hydra v9.4 (c) 2022 by van Hauser/THC & David Maciejak\n[DATA] ${all} login tries, ~${all} tries per task\n[DATA] attacking ${service}://${address}:${port}/\n`,
    )
    let [tries, found] = [0, 0]
    for (const user of users) {
      if (found && o.has('f')) break
      for (const word of words) {
        if (++tries > mostTries) {
          c.err(`[ERROR] stopped after ${mostTries} tries\n`)
          return 255
        }
        if (tries % batch === 0 && !(await c.sleep(1))) return 130
        if (o.has('V')) c.out(`[ATTEMPT] target ${address} - login "${user}" - pass "${word}"\n`)
        if (!(await fits(user, word))) continue
        found++
        c.out(`[${port}][${service}] host: ${address}   login: ${user}   password: ${word}\n`)
        break
      }
    }
    overheard(c, met, port, [['>', `${tries} tries\r\n`]])
    c.out(
      `1 of 1 target ${found ? 'successfully completed' : 'completed'}, ${found} valid password${found === 1 ? '' : 's'} found\n`,
    )
    return found ? 0 : 1
  },
}

const digests: Readonly<Record<string, { name: string; size: number }>> = {
  'raw-md5': { name: 'md5', size: 32 },
  'raw-sha1': { name: 'sha1', size: 40 },
  'raw-sha256': { name: 'sha256', size: 64 },
}
const john: Program = {
  about: 'look for the passwords of hashes, with the words of a list',
  use: 'john [--wordlist=file] [--format=raw-md5|raw-sha1|raw-sha256|crypt] [--show] file',
  knows: '/wordlist: /format: /show',
  async run(c) {
    const { o } = c
    const [file] = o.rest
    if (file === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const lines = wordsOf(c, 'john', file)
    const words = wordsOf(c, 'john', o.value('wordlist') ?? '/usr/share/wordlists/common.txt')
    if (!lines || !words) return 1
    const hashes = lines.map((l) => {
      const [a = '', b] = l.split(':')
      return b === undefined ? { user: '?', hash: a.trim() } : { user: a, hash: b.trim() }
    })
    const format = o.value('format')
    const kind = (hash: string) =>
      /^\$[56]\$/.test(hash)
        ? 'crypt'
        : Object.keys(digests).find((k) => digests[k]?.size === hash.length && /^[0-9a-f]+$/i.test(hash))
    const wanted = hashes.filter(
      ({ hash }) => kind(hash) !== undefined && (format === undefined || kind(hash) === format),
    )
    // what was found is kept, and shown without looking again
    const pot = at(c, '~/.john/john.pot')
    const known = (): string[] =>
      c.shell.disk.stat(pot) ? linesOf(diskText(c.shell.disk.read(pot, c.shell.user))) : []
    const wordFor = (hash: string) =>
      known()
        .find((l) => l.startsWith(`${hash}:`))
        ?.slice(hash.length + 1)
    if (o.has('show')) {
      const done = wanted.filter(({ hash }) => wordFor(hash) !== undefined)
      for (const { user, hash } of done) c.out(`${user}:${wordFor(hash)}\n`)
      c.out(
        `\n${done.length} password hash${done.length === 1 ? '' : 'es'} cracked, ${wanted.length - done.length} left\n`,
      )
      return 0
    }
    const keep = (hash: string, word: string): void => {
      const folder = at(c, '~/.john')
      if (!c.shell.disk.stat(folder)) c.shell.disk.folder(folder, c.shell.user)
      const lines = [...known().filter((l) => !l.startsWith(`${hash}:`)), `${hash}:${word}`]
      c.shell.disk.write(pot, Buffer.from(lines.map((l) => `${l}\n`).join('')), c.shell.user, 0o600)
    }
    c.out(`Loaded ${wanted.length} password hash${wanted.length === 1 ? '' : 'es'}\n`)
    let tries = 0
    let found = 0
    for (const { user, hash } of wanted)
      for (const word of words) {
        if (++tries > mostTries * 5) {
          c.err('john: stopped, too many guesses\n')
          return 1
        }
        const how = digests[kind(hash) ?? '']
        if (tries % (how ? 100 : batch) === 0 && !(await c.sleep(1))) return 130
        const made = how ? createHash(how.name).update(word).digest('hex') : crypt(word, hash)
        if (made !== (how ? hash.toLowerCase() : hash)) continue
        found++
        c.out(`${word.padEnd(16)} (${user})\n`)
        keep(hash, word)
        break
      }
    c.out(`${found}g DONE, ${wanted.length - found} left\n`)
    return 0
  },
}

export const attackCommands: Programs = { hydra, john }

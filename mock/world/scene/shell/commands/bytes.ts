/** Commands about bytes: what is in a file, archives, digests and ciphers. */
import path from 'node:path'
import { createHash } from 'node:crypto'
import { FileError, diskText } from '../disk.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { ArchiveError, gunzip, gzip, type ArchiveMember, packTar, untar, unzip } from '../serve/archive.ts'
import { at, eachFile } from './files.ts'

const most = 65_536

const xxd: Program = {
  keyboard: 0,
  about: 'bytes in hex, there and back',
  use: 'xxd [-p] [-r] [-u] [-c columns] [-s skip] [-l count] [file]',
  knows: 'p/plain r/revert u c: s: l:',
  run(c) {
    const { o } = c
    const work = (b: Uint8Array) => {
      if (o.has('r')) {
        const hex = diskText(b)
          .split('\n')
          .map((l) => (o.has('p') ? l : (/^[0-9a-f]+: (.*?)(  |$)/.exec(l)?.[1] ?? '')))
          .join('')
        c.out(Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('utf8'))
        return
      }
      const skip = Math.max(0, Number(o.value('s') ?? 0) || 0)
      const columns = Math.max(1, Math.min(256, Number(o.value('c') ?? (o.has('p') ? 30 : 16)) || 16))
      const bytes = Buffer.from(b).subarray(skip, skip + Math.min(most, Number(o.value('l') ?? most) || 0))
      const cased = (h: string) => (o.has('u') ? h.toUpperCase() : h)
      if (o.has('p')) {
        const rows = bytes.toString('hex').match(new RegExp(`.{1,${columns * 2}}`, 'g')) ?? []
        c.out(rows.map((r) => `${cased(r)}\n`).join(''))
        return
      }
      const wide = columns * 2 + Math.ceil(columns / 2) - 1
      for (let i = 0; i < bytes.length; i += columns) {
        const row = bytes.subarray(i, i + columns)
        const hex = cased((row.toString('hex').match(/.{1,4}/g) ?? []).join(' '))
        c.out(`${(i + skip).toString(16).padStart(8, '0')}: ${hex.padEnd(wide)}  ${[...row].map(printable).join('')}\n`)
      }
    }
    const [file] = o.rest
    if (file === undefined) {
      work(Buffer.from(c.stdin ?? ''))
      return 0
    }
    return eachFile(c, 'xxd', [file], (f) => work(c.shell.disk.read(at(c, f), c.shell.user)))
  },
}
export const printable = (n: number): string => (n >= 0x20 && n < 0x7f ? String.fromCharCode(n) : '.')

/** Members written below a folder, never beside it. */
function unpack(c: Cmd, members: readonly ArchiveMember[], folder: string, says: (name: string) => unknown): void {
  const { disk, user } = c.shell
  for (const { name, body } of members) {
    const file = path.posix.join(folder, path.posix.normalize(`/${name}`))
    const parts = file.split('/').slice(1, -1)
    parts.forEach((_, i) => {
      const up = `/${parts.slice(0, i + 1).join('/')}`
      if (!disk.stat(up)) disk.folder(up, user)
    })
    disk.write(file, body, user)
    says(name)
  }
}
const guarded = (c: Cmd, name: string, work: () => void): number => {
  try {
    work()
    return 0
  } catch (e) {
    if (e instanceof ArchiveError) c.err(`${name}: ${e.message}\n`)
    else if (e instanceof FileError)
      return eachFile(c, name, [e.at], () => {
        throw e
      })
    else throw e
    return 2
  }
}

const tape: Program = {
  about: 'archives of files',
  use: 'tar -c|-x|-t [-zv] -f archive [-C folder] [file…]',
  knows:
    'c/create x/extract t/list z/gzip v/verbose ~p O/to-stdout f:/file C:/directory ~/checkpoint? /checkpoint-action:',
  wrong: 2,
  // the letters may stand without a dash
  spelled: ([first = '', ...others]) => [/^[cxtzvfpO]+$/.test(first) ? `-${first}` : first, ...others],
  async run(c) {
    const { o } = c
    const { disk, user } = c.shell
    const file = o.value('f')
    const folder = at(c, o.value('C') ?? '.')
    if (file === undefined || ![...'cxt'].some(o.has)) {
      c.err(`tar: You must specify one of '-ctx' and an archive\nusage: ${c.use}\n`)
      return 2
    }
    const status = guarded(c, 'tar', () => {
      if (!o.has('c')) {
        const members = untar(Buffer.from(disk.read(at(c, file), user))).filter(
          (m) => !o.rest.length || o.rest.includes(m.name),
        )
        if (o.has('t')) for (const m of members) c.out(`${m.name}\n`)
        else if (o.has('O')) for (const m of members) c.out(diskText(m.body))
        else unpack(c, members, folder, (n) => o.has('v') && c.out(`${n}\n`))
        return
      }
      const members: ArchiveMember[] = []
      const add = (name: string): void => {
        const whole = path.posix.resolve(folder, name)
        if (disk.stat(whole)?.kind === 'folder') for (const n of disk.list(whole)) add(`${name}/${n}`)
        else members.push({ name: name.replace(/^\/+/, ''), body: Buffer.from(disk.read(whole, user)) })
        if (o.has('v')) c.out(`${name}\n`)
      }
      for (const name of o.rest) add(name)
      const made = packTar(members, c.shell.now())
      if (file !== '/dev/null') disk.write(at(c, file), o.has('z') ? gzip(made) : made, user)
    })
    const action = /^exec=(.*)$/s.exec(o.value('checkpoint-action') ?? '')?.[1]
    if (status === 0 && action !== undefined) return c.run(['sh', '-c', action])
    return status
  },
}

const openssl: Program = {
  keyboard: 9,
  about: 'digests, base64 and random numbers',
  use: 'openssl md5|sha1|sha256|sha512 [file] | dgst -sha256 [file] | base64 [-d] [-in file] | rand -hex count | version',
  knows: undefined,
  run(c) {
    const [verb = '', ...args] = c.args
    const known: Readonly<Record<string, RegExp>> = { base64: /^-(d|in|A|a)$/, rand: /^-hex$/ }
    const other = [verb, ...args].find(
      (a) => a.startsWith('-') && a !== '-' && !(known[verb] ?? /^-(md5|sha1|sha256|sha384|sha512)$/).test(a),
    )
    if (other !== undefined) {
      c.err(`${verb}: Unknown option: ${other}\nusage: ${c.use}\n`)
      return 1
    }
    const digest = /^-?(md5|sha1|sha256|sha384|sha512)$/.exec(verb === 'dgst' ? (args[0] ?? '-sha256') : verb)?.[1]
    const names = args.filter((a) => !a.startsWith('-'))
    const bytes = () =>
      names[0] === undefined ? Buffer.from(c.stdin ?? '') : c.shell.disk.read(at(c, names[0]), c.shell.user)
    if (digest)
      return eachFile(c, 'openssl', [names[0] ?? 'stdin'], (f) =>
        c.out(`${digest.toUpperCase()}(${f})= ${createHash(digest).update(bytes()).digest('hex')}\n`),
      )
    if (verb === 'base64')
      return c.run(
        ['base64', ...args.filter((a) => a === '-d' || !a.startsWith('-'))],
        names.length ? undefined : c.stdin,
      )
    if (verb === 'rand') {
      const n = Math.min(1024, Number(args.at(-1)) || 16)
      c.out(
        `${createHash('shake256', { outputLength: n }).update(`${c.shell.now().getTime()} ${c.shell.pid}`).digest('hex')}\n`,
      )
      return 0
    }
    if (verb === 'version') {
      c.out('OpenSSL 3.0.15 3 Sep 2024\n')
      return 0
    }
    c.err(`openssl: '${verb}' is not supported here\nusage: ${c.use}\n`)
    return 1
  },
}

export const byteCommands: Programs = {
  xxd,
  hexdump: {
    keyboard: 0,
    about: 'bytes in hex',
    use: 'hexdump [-C] [-s skip] [-n count] [file]',
    knows: 'C/canonical s:/skip n:/length',
    run(c) {
      const { o } = c
      const work = (b: Uint8Array) => {
        const skip = Math.max(0, Number(o.value('s') ?? 0) || 0)
        const bytes = Buffer.from(b).subarray(skip, skip + Math.min(most, Number(o.value('n') ?? most) || 0))
        const place = (n: number) => (n + skip).toString(16).padStart(o.has('C') ? 8 : 7, '0')
        for (let i = 0; i < bytes.length; i += 16) {
          const row = bytes.subarray(i, i + 16)
          const pairs = row.toString('hex').match(/../g) ?? []
          if (!o.has('C')) {
            const words = (row.toString('hex').match(/.{1,4}/g) ?? []).map((w) =>
              (w.slice(2) + w.slice(0, 2)).padStart(4, '0'),
            )
            c.out(`${place(i)} ${words.join(' ')}\n`)
            continue
          }
          const hex = `${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}`
          c.out(`${place(i)}  ${hex.padEnd(49)} |${[...row].map(printable).join('')}|\n`)
        }
        if (bytes.length) c.out(`${place(bytes.length)}\n`)
      }
      const [file] = o.rest
      if (file === undefined) {
        work(Buffer.from(c.stdin ?? ''))
        return 0
      }
      return eachFile(c, 'hexdump', [file], (f) => work(c.shell.disk.read(at(c, f), c.shell.user)))
    },
  },
  tar: tape,
  unzip: {
    about: 'take an archive apart',
    use: 'unzip [-l] [-p] [-o] [-q] archive [-d folder]',
    knows: 'l p ~o q d:',
    wrong: 10,
    run(c) {
      const { o } = c
      const [file] = o.rest
      if (file === undefined) {
        c.err(`usage: ${c.use}\n`)
        return 10
      }
      const { disk, user } = c.shell
      const name = disk.stat(at(c, file)) ? file : `${file}.zip`
      return guarded(c, 'unzip', () => {
        const members = unzip(Buffer.from(disk.read(at(c, name), user)))
        if (o.has('p')) for (const m of members) c.out(diskText(m.body))
        else if (o.has('l')) for (const m of members) c.out(`${String(m.body.length).padStart(9)}  ${m.name}\n`)
        else unpack(c, members, at(c, o.value('d') ?? '.'), (n) => o.has('q') || c.out(`  inflating: ${n}\n`))
      })
    },
  },
  gzip: {
    about: 'make a file smaller, or -d as it was',
    use: 'gzip [-d] [-k] file',
    knows: 'd/decompress k/keep',
    run(c) {
      const { o } = c
      const { disk, user } = c.shell
      return guarded(c, 'gzip', () => {
        for (const f of o.rest) {
          const from = at(c, f)
          const body = Buffer.from(disk.read(from, user))
          disk.write(
            o.has('d') ? from.replace(/\.gz$/, '') : `${from}.gz`,
            o.has('d') ? gunzip(body) : gzip(body),
            user,
          )
          if (!o.has('k')) disk.remove(from, user)
        }
      })
    },
  },
  gunzip: {
    about: 'a file as it was before gzip',
    use: 'gunzip [-k] file',
    knows: 'k/keep',
    run: (c) => c.run(['gzip', '-d', ...c.args]),
  },
  zcat: {
    about: 'show what is in a file that gzip made smaller',
    use: 'zcat file',
    knows: '',
    run: (c) =>
      guarded(c, 'zcat', () => {
        for (const f of c.o.rest) c.out(diskText(gunzip(Buffer.from(c.shell.disk.read(at(c, f), c.shell.user)))))
      }),
  },
  openssl,
}

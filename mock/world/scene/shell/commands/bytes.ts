/** Commands about bytes: what is in a file, archives, digests and ciphers. */
import path from 'node:path'
import { createHash } from 'node:crypto'
import { FileError, textOf } from '../disk.ts'
import { type Cmd, type Program, type Programs, strictly } from '../program.ts'
import { ArchiveError, gunzip, gzip, type Member, tar, untar, unzip } from '../serve/archive.ts'
import { at, eachFile } from './files.ts'

const most = 65_536

const xxd: Program = {
  keyboard: 0,
  about: 'bytes in hex, there and back',
  use: 'xxd [-p] [-r] [-l count] [file]',
  run(c) {
    const o = strictly(c, 'xxd', 'pr', 'lsc')
    if (!o) return 1
    const work = (b: Uint8Array) => {
      if (o.has('r')) {
        const hex = textOf(b)
          .split('\n')
          .map((l) => (o.has('p') ? l : (/^[0-9a-f]+: (.*?)(  |$)/.exec(l)?.[1] ?? '')))
          .join('')
        c.out(Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('utf8'))
        return
      }
      const bytes = Buffer.from(b).subarray(0, Math.min(most, Number(o.value('l') ?? most) || 0))
      if (o.has('p')) {
        c.out(`${(bytes.toString('hex').match(/.{1,60}/g) ?? []).join('\n')}\n`)
        return
      }
      for (let i = 0; i < bytes.length; i += 16) {
        const row = bytes.subarray(i, i + 16)
        const hex = (row.toString('hex').match(/.{1,4}/g) ?? []).join(' ')
        c.out(`${i.toString(16).padStart(8, '0')}: ${hex.padEnd(39)}  ${[...row].map(printable).join('')}\n`)
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
function unpack(c: Cmd, members: readonly Member[], folder: string, says: (name: string) => void): void {
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
  async run(c) {
    // the letters may stand without a dash
    const [first = '', ...others] = c.args
    const args = /^[cxtzvfp]+$/.test(first) ? [`-${first}`, ...others] : c.args
    const o = strictly({ args, use: c.use, out: c.out, err: c.err }, 'tar', 'cxtzvpO', 'fC', [
      '--checkpoint',
      '--checkpoint-action',
    ])
    if (!o) return 2
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
        else if (o.has('O')) for (const m of members) c.out(textOf(m.body))
        else unpack(c, members, folder, (n) => o.has('v') && c.out(`${n}\n`))
        return
      }
      const members: Member[] = []
      const add = (name: string): void => {
        const whole = path.posix.resolve(folder, name)
        if (disk.stat(whole)?.kind === 'folder') for (const n of disk.list(whole)) add(`${name}/${n}`)
        else members.push({ name: name.replace(/^\/+/, ''), body: Buffer.from(disk.read(whole, user)) })
        if (o.has('v')) c.out(`${name}\n`)
      }
      for (const name of o.rest) add(name)
      const made = tar(members, c.shell.now())
      if (file !== '/dev/null') disk.write(at(c, file), o.has('z') ? gzip(made) : made, user)
    })
    const action = c.args.map((a) => /^--checkpoint-action=exec=(.*)$/.exec(a)?.[1]).find((a) => a !== undefined)
    if (status === 0 && action !== undefined) return c.run(['sh', '-c', action])
    return status
  },
}

const openssl: Program = {
  keyboard: 9,
  about: 'digests, base64 and random numbers',
  use: 'openssl md5|sha1|sha256|sha512 [file] | dgst -sha256 [file] | base64 [-d] [-in file] | rand -hex count | version',
  run(c) {
    const [verb = '', ...args] = c.args
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
  hexdump: { ...xxd, use: 'hexdump [file]', run: (c) => c.run(['xxd', ...c.args.filter((a) => a !== '-C')], c.stdin) },
  tar: tape,
  unzip: {
    about: 'take an archive apart',
    use: 'unzip [-l] [-p] [-o] archive [-d folder]',
    run(c) {
      const o = strictly(c, 'unzip', 'lpoq', 'd')
      if (!o) return 10
      const [file] = o.rest
      if (file === undefined) {
        c.err(`usage: ${c.use}\n`)
        return 10
      }
      const { disk, user } = c.shell
      const name = disk.stat(at(c, file)) ? file : `${file}.zip`
      return guarded(c, 'unzip', () => {
        const members = unzip(Buffer.from(disk.read(at(c, name), user)))
        if (o.has('p')) for (const m of members) c.out(textOf(m.body))
        else if (o.has('l')) for (const m of members) c.out(`${String(m.body.length).padStart(9)}  ${m.name}\n`)
        else unpack(c, members, at(c, o.value('d') ?? '.'), (n) => c.out(`  inflating: ${n}\n`))
      })
    },
  },
  gzip: {
    about: 'make a file smaller, or -d as it was',
    use: 'gzip [-d] file',
    run(c) {
      const o = strictly(c, 'gzip', 'dk')
      if (!o) return 1
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
  gunzip: { about: 'a file as it was before gzip', use: 'gunzip file', run: (c) => c.run(['gzip', '-d', ...c.args]) },
  openssl,
}

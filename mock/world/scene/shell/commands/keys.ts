/** Keys of SSH: made, shown, and kept where `ssh` looks for them. */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import path from 'node:path'
import { bytesOf, FileError, fileWords, diskText } from '../disk.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { publicKeyFingerprintOf, isEncryptedKey, publicKeyOf } from '../signIn.ts'
import { at, eachFile } from './files.ts'

const made = promisify(generateKeyPair)

export const homeOf = (c: Cmd): string =>
  c.accounts().find((a) => a.name === c.shell.user)?.home ?? c.shell.vars.get('HOME') ?? '/'

/** Somebody's `~/.ssh`, made where it is not there. */
export function sshFolder(c: Cmd): string {
  const folder = path.posix.join(homeOf(c), '.ssh')
  if (!c.shell.disk.stat(folder)) {
    c.shell.disk.folder(folder, c.shell.user)
    c.shell.disk.chmod(folder, 0o700, undefined, c.shell.user)
  }
  return folder
}

async function make(
  c: Cmd,
  kind: 'ed25519' | 'rsa',
  o: { file?: string; words?: string; comment: string; quiet: boolean; bits: number },
): Promise<number> {
  const { disk, user } = c.shell
  if (!o.quiet) c.out(`Generating public/private ${kind} key pair.\n`)
  const usual = path.posix.join(homeOf(c), '.ssh', `id_${kind}`)
  const told = o.file ?? (await c.ask(`Enter file in which to save the key (${usual}): `))
  if (told === undefined) return 130
  const file = at(c, told.trim() || usual)
  if (path.posix.dirname(file) === path.posix.dirname(usual)) sshFolder(c)
  if (disk.stat(file)) {
    const again = await c.ask(`${file} already exists.\nOverwrite (y/n)? `)
    if (!/^y/i.test(again ?? '')) return 1
  }
  let words = o.words
  while (words === undefined) {
    const first = await c.ask('Enter passphrase (empty for no passphrase): ', true)
    const second = first === undefined ? undefined : await c.ask('Enter same passphrase again: ', true)
    if (first === undefined || second === undefined) return 130
    if (first === second) words = first
    else c.out('Passphrases do not match.  Try again.\n')
  }
  const { privateKey } = await (kind === 'rsa' ? made(kind, { modulusLength: o.bits }) : made(kind))
  const pem = String(
    privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...(words ? { cipher: 'aes-256-cbc', passphrase: words } : {}),
    }),
  )
  const line = publicKeyOf(pem, words) ?? ''
  disk.write(file, bytesOf(pem), user, 0o600)
  disk.write(`${file}.pub`, bytesOf(`${line} ${o.comment}\n`), user, 0o644)
  if (!o.quiet)
    c.out(
      `Your identification has been saved in ${file}\nYour public key has been saved in ${file}.pub\nThe key fingerprint is:\n${publicKeyFingerprintOf(line)} ${o.comment}\n`,
    )
  return 0
}

const keygen: Program = {
  about: 'make a key for SSH, or show one',
  use: 'ssh-keygen [-t ed25519|rsa] [-f file] [-N passphrase] [-C comment] | -y -f file | -l -f file | -R address',
  more: `  -t kind        ed25519, where nothing is said, or rsa
  -f file        where the key is: ~/.ssh/id_ed25519 where nothing is said; its public half has .pub behind
  -N passphrase  asks for none
  -y -f file     the public half of a key
  -l -f file     the fingerprint of a key
  -R address     forget the key of a host
`,
  knows: 'y l q f: t: N: C: b: R:',
  async run(c) {
    const { o } = c
    const { disk, user } = c.shell
    const named = o.value('f')
    const forgotten = o.value('R')
    try {
      if (forgotten !== undefined) {
        const file = path.posix.join(homeOf(c), '.ssh', 'known_hosts')
        const lines = disk.stat(file) ? diskText(disk.read(file, user)).split('\n') : []
        const left = lines.filter((l) => l.split(' ')[0] !== forgotten)
        if (left.length === lines.length) {
          c.err(`Host ${forgotten} not found in ${file}\n`)
          return 1
        }
        disk.write(file, bytesOf(left.join('\n')), user)
        c.out(`# Host ${forgotten} found\n${file} updated.\n`)
        return 0
      }
      if (o.has('y') || o.has('l')) {
        if (named === undefined) {
          c.err(`usage: ${c.use}\n`)
          return 1
        }
        return eachFile(c, 'ssh-keygen', [named], (f) => {
          const text = diskText(disk.read(at(c, f), user))
          const key = text.startsWith('ssh-') ? text.trim() : publicKeyOf(text)
          if (key === undefined)
            c.err(
              `Load key "${f}": ${isEncryptedKey(text) ? 'incorrect passphrase supplied to decrypt private key' : 'error in libcrypto'}\n`,
            )
          else if (o.has('y')) c.out(`${key}\n`)
          else
            c.out(
              `${key.startsWith('ssh-rsa') ? 2048 : 256} ${publicKeyFingerprintOf(key)} ${key.split(' ')[2] ?? 'no comment'} (${key.startsWith('ssh-rsa') ? 'RSA' : 'ED25519'})\n`,
            )
        })
      }
      const kind = o.value('t') ?? 'ed25519'
      if (o.has('b') && kind === 'rsa' && !/^(2048|3072|4096)$/.test(o.value('b') ?? '')) {
        c.err('ssh-keygen: here keys of 2048, 3072 and 4096 bits are made\n')
        return 1
      }
      if (kind !== 'ed25519' && kind !== 'rsa') {
        c.err(`unknown key type ${kind}\n`)
        return 1
      }
      return await make(c, kind, {
        ...(named === undefined ? {} : { file: named }),
        ...(o.value('N') === undefined ? {} : { words: o.value('N') ?? '' }),
        comment: o.value('C') ?? `${user}@${c.shell.host.node.name}`,
        quiet: o.has('q'),
        bits: Number(o.value('b')) === 4096 ? 4096 : Number(o.value('b')) === 3072 ? 3072 : 2048,
      })
    } catch (e) {
      if (!(e instanceof FileError)) throw e
      c.err(`Saving key "${e.at}" failed: ${fileWords[e.code]}\n`)
      return 1
    }
  },
}

export const keyCommands: Programs = { 'ssh-keygen': keygen }

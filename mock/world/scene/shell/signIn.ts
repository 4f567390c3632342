/** Who is let in to a node, by its own files: accounts, shadow, keys, and what its ssh server allows. */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { crypt } from './crypt.ts'
import { type Disk, diskText } from './disk.ts'
import { accountsOf, type Host } from './image.ts'
import type { Proof } from './program.ts'

/** As /etc/shadow has it after `passwd`; few rounds, because many people may change theirs at once. */
export const secretOf = (user: string, text: string): string => crypt(text, `$5$rounds=1000$${user.slice(0, 8)}`) ?? '*'

const lineOf = (shadow: string, user: string): string[] | undefined =>
  shadow
    .split('\n')
    .map((l) => l.split(':'))
    .find(([n]) => n === user)

/** Where nobody gave an account a password, it is its name. */
export function passwordFits(disk: Pick<Disk, 'read'>, user: string, given: string): boolean {
  const kept = lineOf(diskText(disk.read('/etc/shadow', 'root')), user)?.[1] ?? '*'
  if (kept.endsWith('$locked')) return given === user
  return /^\$[56]\$/.test(kept) && crypt(given, kept) === kept
}

/** The last value a line of `sshd_config` gives. */
function sshdSays(disk: Disk, name: string): string {
  if (!disk.stat('/etc/ssh/sshd_config')) return ''
  const lines = diskText(disk.read('/etc/ssh/sshd_config', 'root')).split('\n')
  const found = lines.map((l) => l.trim().split(/\s+/)).find(([n]) => n?.toLowerCase() === name)
  return found?.[1]?.toLowerCase() ?? ''
}
export const takesPasswords = (disk: Disk): boolean => sshdSays(disk, 'passwordauthentication') !== 'no'

/** Over the network, as its ssh server decides it. */
export function admits(disk: Disk, host: Host, user: string, proof: Proof): boolean {
  const account = accountsOf(host).find((a) => a.name === user)
  if (!account || /nologin|false$/.test(account.shell)) return false
  const root = sshdSays(disk, 'permitrootlogin')
  if (user === 'root' && (root === 'no' || (root === 'prohibit-password' && 'password' in proof))) return false
  if ('password' in proof) return takesPasswords(disk) && passwordFits(disk, user, proof.password)
  const file = `${account.home}/.ssh/authorized_keys`
  if (!disk.stat(file)) return false
  const own = diskText(disk.read(file, 'root')).split('\n')
  return own.some((l) => l.trim().split(/\s+/).slice(0, 2).join(' ') === proof.key)
}

const wire = (b: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(b.length)
  return Buffer.concat([size, b])
}
/** A number as SSH writes it: never below zero (RFC 4251, 5). */
const number = (b: Buffer): Buffer => wire((b[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), b]) : b)
const publicLine = (kind: string, ...parts: Buffer[]): string =>
  `${kind} ${Buffer.concat([wire(Buffer.from(kind)), ...parts]).toString('base64')}`

export const isEncryptedKey = (pem: string): boolean => pem.includes('ENCRYPTED')

/** The public half of an Ed25519 or RSA key in PEM, as `authorized_keys` has it; undefined of anything else, and under another passphrase. */
export function publicKeyOf(pem: string, passphrase = ''): string | undefined {
  try {
    const { kty, x, n, e } = createPublicKey(createPrivateKey({ key: pem, passphrase })).export({ format: 'jwk' })
    if (kty === 'OKP' && x) return publicLine('ssh-ed25519', wire(Buffer.from(x, 'base64url')))
    if (kty === 'RSA' && n && e)
      return publicLine('ssh-rsa', number(Buffer.from(e, 'base64url')), number(Buffer.from(n, 'base64url')))
    return undefined
  } catch {
    return undefined
  }
}

/** Of a node's own key, as `known_hosts` has it: the same for everybody who knocks. */
export const hostKeyOf = (host: Pick<Host, 'scene' | 'node'>): string =>
  publicLine('ssh-ed25519', wire(createHash('sha256').update(`host key ${host.scene} ${host.node.id}`).digest()))

/** Of a public key: `SHA256:…`, as OpenSSH shows it. */
export const publicKeyFingerprintOf = (line: string): string =>
  `SHA256:${createHash('sha256')
    .update(Buffer.from(line.split(/\s+/)[1] ?? '', 'base64'))
    .digest('base64')
    .replace(/=+$/, '')}`

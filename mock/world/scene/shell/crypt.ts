/** Password hashes of /etc/shadow as Linux writes them: `$5$` and `$6$` (Drepper, Unix crypt using SHA-256 and SHA-512, 2007). */
import { hash as digestOf } from 'node:crypto'

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const kinds = {
  '5': { name: 'sha256', size: 32 },
  '6': { name: 'sha512', size: 64 },
} as const
/** More rounds than these are not counted: whoever wrote the hash must not keep the server busy. */
const mostRounds = 5000
const usualRounds = 5000

function sixty(digest: Buffer, order: readonly (readonly number[])[]): string {
  let out = ''
  for (const [a = -1, b = -1, c = -1] of order) {
    const byte = (n: number) => (n < 0 ? 0 : (digest[n] ?? 0))
    let w = (byte(a) << 16) | (byte(b) << 8) | byte(c)
    for (let n = a >= 0 ? 4 : b >= 0 ? 3 : 2; n > 0; n--, w >>= 6) out += alphabet[w & 63]
  }
  return out
}
/** Bytes of the digest in the order in which they are written, three by three. */
function orderOf(size: 32 | 64): number[][] {
  const third = size === 32 ? 10 : 21
  const out: number[][] = []
  let at = [0, third, third * 2]
  for (let i = 0; i < third; i++) {
    out.push(at)
    const [a = 0, b = 0, c = 0] = at
    at = size === 64 ? [b + 1, c + 1, a + 1] : [c + 1, a + 1, b + 1]
  }
  return [...out, size === 64 ? [-1, -1, 63] : [-1, 31, 30]]
}

/** @param setting a whole hash, or its beginning: `$6$rounds=1000$salt`; undefined where it is of no kind known here */
export function crypt(password: string, setting: string): string | undefined {
  const [, kind, given, rawSalt = ''] = /^\$([56])\$(?:rounds=(\d+)\$)?([^$]{0,16})/.exec(setting) ?? []
  if (kind !== '5' && kind !== '6') return undefined
  const { name, size } = kinds[kind]
  const rounds = Math.min(mostRounds, Math.max(1000, Number(given ?? usualRounds)))
  const [p, salt] = [Buffer.from(password.slice(0, 128)), Buffer.from(rawSalt)]
  const hash = (...parts: Buffer[]) => digestOf(name, Buffer.concat(parts), 'buffer')
  const stretch = (b: Buffer, n: number) => Buffer.alloc(n, b)
  const b = hash(p, salt, p)
  const parts = [p, salt, p.length ? stretch(b, p.length) : Buffer.alloc(0)]
  for (let n = p.length; n > 0; n >>= 1) parts.push(n & 1 ? b : p)
  let a = hash(...parts)
  const long = p.length ? stretch(hash(...Array.from({ length: p.length }, () => p)), p.length) : p
  const salts = Array.from({ length: 16 + (a[0] ?? 0) }, () => salt)
  const s = salt.length ? stretch(hash(...salts), salt.length) : salt
  for (let i = 0; i < rounds; i++) {
    const turn = [i & 1 ? long : a]
    if (i % 3) turn.push(s)
    if (i % 7) turn.push(long)
    turn.push(i & 1 ? a : long)
    a = hash(...turn)
  }
  return `$${kind}$${given === undefined ? '' : `rounds=${rounds}$`}${rawSalt}$${sixty(a, orderOf(size))}`
}

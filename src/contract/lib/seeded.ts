/**
 * Chance that follows from a text, the same in every browser and server: what is stored of an order is its seed alone. Never for a secret.
 * The generator is xoshiro128** 1.1 (David Blackman and Sebastiano Vigna, https://prng.di.unimi.it/xoshiro128starstar.c, public domain). Its
 * state is the text's FNV-1a hash (Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, http://www.isthe.com/chongo/tech/comp/fnv/) from four offsets, each through the finaliser of MurmurHash3
 * (Austin Appleby, public domain).
 */
export type XoshiroState = readonly [number, number, number, number]

/** 32 bits a call, from a state that is not all zero. */
export function xoshiro128(state: XoshiroState): () => number {
  let [a, b, c, d] = state
  const turned = (x: number, by: number) => (x << by) | (x >>> (32 - by))
  return () => {
    const out = Math.imul(turned(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = turned(d, 11)
    return out
  }
}

const offset = 0x811c9dc5
const prime = 0x01000193
function hashed(bytes: Uint8Array, from: number): number {
  let h = from
  for (const byte of bytes) h = Math.imul(h ^ byte, prime)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A whole number from 0 up to, and without, `n`; every one as likely. `n` is at least 1 and at most 2 ** 32. */
export type Below = (n: number) => number

export const belowOf =
  (word: () => number): Below =>
  (n) => {
    // the last, incomplete round of remainders would prefer small ones: it is thrown again
    const even = 2 ** 32 - (2 ** 32 % n)
    for (;;) {
      const drawn = word()
      if (drawn < even) return drawn % n
    }
  }

export function seeded(seed: string): Below {
  const bytes = new TextEncoder().encode(seed)
  const word = (n: number) => hashed(bytes, offset + n)
  return belowOf(xoshiro128([word(0), word(1), word(2), word(3) || 1]))
}

/** The list in another order, every order as likely: Durstenfeld's form of the Fisher-Yates shuffle (Communications of the ACM 7, 1964, p. 420). */
export function shuffled<T>(list: readonly T[], below: Below): T[] {
  const out = [...list]
  for (let left = out.length - 1; left > 0; left--) {
    const at = below(left + 1)
    const last = out[left]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are places of the list
    ;[out[left], out[at]] = [out[at], last] as [T, T]
  }
  return out
}

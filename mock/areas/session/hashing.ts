/**
 * Passwords at rest: argon2id with OWASP's parameters (19 MiB, two passes, one lane; OWASP Password Storage Cheat Sheet). Two are worked on
 * at a time, so that a storm of sign-ins never takes the memory or the threads that the rest needs; past the queue the answer is "busy".
 */
import { hash, verify } from '@node-rs/argon2'
import { Fail } from '../../http/handler.ts'

export interface Cost {
  /** KiB */
  memoryCost: number
  timeCost: number
  parallelism: number
}
const owasp: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const longestQueue = 200

/** Runs at most `lanes` works at a time; refuses with "busy" when `longest` wait already. */
export function lanes(count: number, longest: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) {
      if (waiting.length >= longest) throw new Fail('busy', { seconds: 5 })
      await new Promise<void>((go) => waiting.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export interface Hashing {
  hash(password: string): Promise<string>
  /** False for a wrong password. Without a hash, or with an empty one, it takes the same time and answers false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>
}

/**
 * @param random source of salts
 * @param cost less than the default is for tests only
 */
export function makeHashing(random: (bytes: number) => Buffer, cost: Cost = owasp): Hashing {
  const turn = lanes(atOnce, longestQueue)
  let dummy: Promise<string> | undefined
  const fresh = (password: string) => hash(password, { ...cost, salt: random(16) })
  return {
    hash: (password) => turn(() => fresh(password)),
    async verify(hashed, password) {
      if (hashed) return turn(() => verify(hashed, password))
      dummy ??= fresh(random(24).toString('base64'))
      const unknown = await dummy
      await turn(() => verify(unknown, password))
      return false
    },
  }
}

/**
 * Passwords at rest: argon2id with OWASP's parameters (19 MiB, two passes, one lane; OWASP Password Storage Cheat Sheet). Two are worked on
 * at a time, so that a storm of sign-ins never takes the memory or the threads that the rest needs, in turns that a flood from one place cannot take from
 * the others; past the queue the answer is "busy".
 */
import { hash, verify } from '@node-rs/argon2'
import { Fail, type Meta, type Caller } from '../../http/request/handler.ts'
import { callerNetworkOf } from '../../http/guard/network.ts'

export interface Cost {
  /** KiB */
  memoryCost: number
  timeCost: number
  parallelism: number
}
const owasp: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
/** Waiting at once in each class: about a second of work. */
const longestQueue = 100

/** Whose turn it is: callers of one key wait for each other, not for those of another. */
export interface Turn {
  /** Somebody who has been here: signed in, or on a device that signed in to this very account before. */
  known: boolean
  /** Of strangers their network, else the account or the device. */
  key: string
}
const itself: Turn = { known: true, key: '' }
export const strangerFrom = ({ address }: Pick<Meta, 'address'>): Turn => ({
  known: false,
  key: callerNetworkOf(address),
})
export const signedInTurn = ({ id }: Pick<Caller, 'id'>): Turn => ({ known: true, key: id })

interface Waiting {
  go(): void
  refuse(): void
}

/** Those who wait, by key, in turns: the first of one key, then the first of the next. */
function fairQueue(longest: number) {
  const keys = new Map<string, Waiting[]>()
  let waiting = 0
  const busiest = (): Waiting[] => [...keys.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
  return {
    /** False when there is no room. Of a full queue the key that has most gives its last place to one that has fewer. */
    add(key: string, one: Waiting): boolean {
      const mine = keys.get(key) ?? []
      if (waiting >= longest) {
        const most = busiest()
        if (most.length <= mine.length + 1) return false
        most.pop()?.refuse()
        waiting--
      }
      mine.push(one)
      keys.set(key, mine)
      waiting++
      return true
    },
    next(): Waiting | undefined {
      const [first] = keys
      if (!first) return undefined
      const [key, list] = first
      const one = list.shift()
      // behind the others
      keys.delete(key)
      if (list.length) keys.set(key, list)
      waiting--
      return one
    },
  }
}

/**
 * Runs at most `count` works at a time. Strangers and known callers take turns, and so do the keys in each of the two, so a flood from one
 * network costs the others a place or two in the queue. Refuses with "busy" when `longest` of a class wait already.
 */
export function fairLanes(count: number, longest: number): <T>(turn: Turn, work: () => Promise<T>) => Promise<T> {
  const strangers = fairQueue(longest)
  const known = fairQueue(longest)
  let [first, second] = [known, strangers]
  let running = 0
  const busy = () => new Fail('busy', { seconds: 2 })
  return async (turn, work) => {
    if (running >= count)
      await new Promise<void>((go, fail) => {
        if (!(turn.known ? known : strangers).add(turn.key, { go, refuse: () => fail(busy()) })) fail(busy())
      })
    else running++
    try {
      return await work()
    } finally {
      const next = first.next() ?? second.next()
      ;[first, second] = [second, first]
      if (next) next.go()
      else running--
    }
  }
}

export interface Hashing {
  /** @param turn who waits; the server itself unless it is said */
  hash(password: string, turn?: Turn): Promise<string>
  /** False for a wrong password. Without a hash, or with an empty one, it takes the same time and answers false. */
  verify(hashed: string | undefined, password: string, turn?: Turn): Promise<boolean>
}

/**
 * @param random source of salts
 * @param cost less than the default is for tests only
 */
export function makeHashing(random: (bytes: number) => Buffer, cost: Cost = owasp): Hashing {
  const take = fairLanes(atOnce, longestQueue)
  let dummy: Promise<string> | undefined
  const fresh = (password: string) => hash(password, { ...cost, salt: random(16) })
  return {
    hash: (password, turn = itself) => take(turn, () => fresh(password)),
    async verify(hashed, password, turn = itself) {
      if (hashed) return take(turn, () => verify(hashed, password))
      dummy ??= fresh(random(24).toString('base64'))
      const unknown = await dummy
      await take(turn, () => verify(unknown, password))
      return false
    },
  }
}

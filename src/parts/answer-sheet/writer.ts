/**
 * The name of a page as a writer of a sheet. Tabs of one browser agree who is the page that wrote before: it keeps its name after a reload, whoever
 * opens the exam anew where that page is gone has it, and beside it another is made.
 */
import { newKey } from '../../lib/id.ts'
import { scoped } from '../../lib/storage.ts'

/** Milliseconds a page waits for the one before it to be gone: a reload overlaps. */
const patience = 1500
/** Milliseconds in which another tab answers that it has the name. */
const answering = 300

export interface WriterClaim {
  name: string
  /** The sheet is this page's: the next page of this browser goes on with the name when this one is gone. */
  keep: () => void
  release: () => void
}

/** @param key of the exam and the person */
export async function writerOf(key: string): Promise<WriterClaim> {
  const [tab, browser] = [scoped('session'), scoped('local')]
  const name = `exam-writer:${key}`
  const own = tab.get(name)
  const held = await ('locks' in navigator ? byLock(name, own, browser.get(name)) : byAsking(name, own ?? newKey()))
  tab.set(name, held.name)
  return { ...held, keep: () => browser.set(name, held.name) }
}

type Held = Pick<WriterClaim, 'name' | 'release'>

/** @param last the name of the page of this browser that wrote last */
async function byLock(key: string, own: string | null, last: string | null): Promise<Held> {
  const tries: [name: string | null, o: LockOptions][] = [
    [last, { ifAvailable: true }],
    [own, { signal: AbortSignal.timeout(patience) }],
    [newKey(), {}],
  ]
  for (const [name, o] of tries) {
    const release = name === null ? undefined : await lock(`${key}:${name}`, o)
    if (name !== null && release) return { name, release }
  }
  throw new Error('a new lock was refused')
}

/** @returns how to give it back; undefined where another page has it */
async function lock(name: string, o: LockOptions): Promise<(() => void) | undefined> {
  let release: (() => void) | undefined
  let granted = () => {}
  const had = new Promise<void>((done) => (granted = done))
  const held = new Promise<void>((done) => (release = done))
  let has = false
  const over = navigator.locks.request(name, o, (given) => {
    has = given !== null
    granted()
    return given && held
  })
  await Promise.race([had, over.catch(() => undefined)])
  return has ? release : undefined
}

/** Browsers keep locks for pages that came over a secure connection; elsewhere tabs ask each other. */
function byAsking(key: string, named: string): Promise<Held> {
  const channel = new BroadcastChannel(key)
  const turn = newKey()
  return new Promise((done) => {
    let name: string | undefined
    const have = (own: string) => {
      name = own
      done({ name: own, release: () => channel.close() })
    }
    const timer = setTimeout(() => have(named), answering)
    channel.onmessage = ({ data }: MessageEvent<{ asks?: string; turn?: string; has?: string }>) => {
      if (data.asks !== undefined && data.asks === name) channel.postMessage({ has: name })
      // of two that ask at the same moment one gives way
      const yields = data.asks === named && (data.turn ?? '') < turn
      if ((data.has === named || yields) && name === undefined) {
        clearTimeout(timer)
        have(newKey())
      }
    }
    channel.postMessage({ asks: named, turn })
  })
}

/**
 * Terminals of simulated nodes, each spoken with in a thread: whatever a line makes a shell do, calls are answered meanwhile, and a thread that says
 * nothing any more is ended with its terminals. Those of a scene share a thread, as what goes over its wires is heard in all of them.
 */
import type { Worker } from 'node:worker_threads'
import type { Queryable } from '#mock/db/db.ts'
import { worked } from '#mock/thread/worked.ts'
import { seededInteger } from '../../service/chance.ts'
import type { NodeAnswer } from './ask.ts'
import type { Talk } from './talk.ts'

/** What a thread is told. Each message brings the time with it, which the server may have set. */
export type ToShells = { at: number } & (
  | { say: 'open'; talk: number; scene: string; node: string }
  | { say: 'feed'; talk: number; text: string }
  | { say: 'resize'; talk: number; columns: number; rows: number }
  | { say: 'hold'; talk: number; held: boolean }
  | { say: 'end'; talk: number }
  | { say: 'ask'; ask: number; scene: string; node: string; line: string; limit: number }
  | { say: 'found'; query: number; rows: object[]; count: number }
  | { say: 'failed'; query: number; message: string }
  | { say: 'there?' }
)
/** What a thread says. */
export type FromShells =
  | { say: 'ready'; task?: number | undefined }
  | { say: 'out'; talk: number; text: string }
  | { say: 'over'; talk: number }
  | { say: 'fed'; talk: number }
  | { say: 'answered'; ask: number; answer: NodeAnswer }
  | { say: 'query'; query: number; sql: string; params: unknown[] }
  | { say: 'here' }

interface Talking {
  scene: string
  node: string
  /** False when whoever reads has enough for now. */
  out(text: string): boolean
  /** Nobody is logged in any more. */
  over(): void
}
export interface Talks {
  open(o: Talking): Talk
  /** Runs a line on a node, at no terminal. `slow` where the thread ended before it said something. */
  ask(o: { scene: string; node: string; line: string; limit: number }): Promise<NodeAnswer>
}
export interface TalksOptions {
  db: Queryable
  now: () => Date
  start: () => Promise<Worker>
  /** Milliseconds between two questions whether a thread is there, and how many it may leave unanswered while it works. */
  every?: number
  patience?: number
}

const threads = 2
/** Questions after which a thread without terminals ends. */
const linger = 60
/** Messages of keys that wait for a shell. */
const ahead = 1000
/** How many times as many it may leave unanswered while it has no turn, on a busy machine, or loads its code. */
const starved = 6
const gone =
  '\r\n\x1b[31mThis terminal was ended, as a command on one of the simulated nodes took too long. Files are kept: open it again.\x1b[0m\r\n'

interface Shells {
  send(message: Sent): void
  talks: Map<number, Told>
  asks: Map<number, (answer: NodeAnswer) => void>
}
/** A terminal, and who waits until its shell has taken what was typed. */
interface Told extends Talking {
  taken: (() => void)[]
}
type Sent = ToShells extends infer M ? (M extends { at: number } ? Omit<M, 'at'> : never) : never

export function makeTalks({ db, now, start, every = 1000, patience = 10 }: TalksOptions): Talks {
  const all = new Map<number, Shells>()
  let last = 0

  function shells(place: number): Shells {
    const talks = new Map<number, Told>()
    const asks: Shells['asks'] = new Map()
    let worker: Worker | undefined
    let waiting: Sent[] = []
    let [missed, idle, ended] = [0, 0, false]
    let task: number | undefined
    /** Its processor time when it last said something. */
    let before = 0
    const used = () => (worker ? worked(worker, task) : 0)
    /** It had its turn, and went on with whatever it is at. */
    const stuck = () =>
      missed >= patience * starved || (!waiting.length && missed >= patience && used() - before >= patience * every)
    const post = (m: Sent) => worker?.postMessage({ ...m, at: now().getTime() } satisfies ToShells)

    function end(): void {
      if (ended) return
      ended = true
      clearInterval(asking)
      if (all.get(place) === me) all.delete(place)
      void worker?.terminate()
      for (const t of talks.values()) {
        t.out(gone)
        t.over()
      }
      talks.clear()
      for (const answered of asks.values()) answered('slow')
      asks.clear()
    }
    const asking = setInterval(() => {
      idle = talks.size + asks.size ? 0 : idle + 1
      if (idle > linger || stuck()) return end()
      missed++
      if (!waiting.length) post({ say: 'there?' })
    }, every)
    asking.unref()

    function heard(m: FromShells): void {
      if (missed) before = used()
      missed = 0
      switch (m.say) {
        case 'ready':
          task = m.task
          before = used()
          for (const w of waiting.splice(0)) post(w)
          break
        case 'out': {
          const t = talks.get(m.talk)
          if (t && !t.out(m.text)) post({ say: 'hold', talk: m.talk, held: true })
          break
        }
        case 'fed':
          talks.get(m.talk)?.taken.shift()?.()
          break
        case 'over': {
          const t = talks.get(m.talk)
          talks.delete(m.talk)
          t?.over()
          break
        }
        case 'answered':
          asks.get(m.ask)?.(m.answer)
          asks.delete(m.ask)
          break
        case 'query':
          db.query(m.sql, m.params).then(
            ({ rows, count }) => post({ say: 'found', query: m.query, rows, count }),
            (e: unknown) =>
              post({ say: 'failed', query: m.query, message: e instanceof Error ? e.message : 'not answered' }),
          )
          break
        case 'here':
      }
    }
    const me: Shells = {
      talks,
      asks,
      send: (m) => void (waiting.length ? waiting.push(m) : post(m)),
    }
    // until it is there everything waits
    waiting.push({ say: 'there?' })
    start().then(
      (made) => {
        if (ended) return void made.terminate()
        worker = made
        // it keeps no process: its terminals have their sockets
        made.unref()
        made.on('message', heard)
        made.on('error', end)
        made.on('exit', end)
      },
      () => end(),
    )
    return me
  }

  /** Those of a scene share a thread. */
  function shellsOf(scene: string): Shells {
    const place = seededInteger(0, threads - 1, scene)
    const mine = all.get(place) ?? shells(place)
    all.set(place, mine)
    return mine
  }

  return {
    ask(o) {
      const mine = shellsOf(o.scene)
      const ask = ++last
      return new Promise((done) => {
        mine.asks.set(ask, done)
        mine.send({ say: 'ask', ask, ...o })
      })
    },
    open(o) {
      const mine = shellsOf(o.scene)
      const talk = ++last
      const told: Told = { ...o, taken: [] }
      mine.talks.set(talk, told)
      mine.send({ say: 'open', talk, scene: o.scene, node: o.node })
      return {
        feed(text, taken = () => {}) {
          // as at a real terminal, what is typed far ahead is lost
          if (told.taken.length >= ahead) return taken()
          told.taken.push(taken)
          mine.send({ say: 'feed', talk, text })
        },
        resize: (columns, rows) => mine.send({ say: 'resize', talk, columns, rows }),
        hold: (held) => mine.send({ say: 'hold', talk, held }),
        end() {
          mine.talks.delete(talk)
          mine.send({ say: 'end', talk })
        },
      }
    },
  }
}

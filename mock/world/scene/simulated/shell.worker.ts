/** A thread of shells: it talks at terminals and asks the server for what there is of their scenes. */
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Queryable, QueryResult } from '#mock/db/db.ts'
import { ownTask } from '#mock/thread/worked.ts'
import { askNode } from './ask.ts'
import { type Talk, talk } from './talk.ts'
import type { FromShells, ToShells } from './talks.ts'
import { makePacketNetworkHub } from './wires.ts'

const port = parentPort
if (!port) throw new Error('shell.worker runs as a worker thread only')
// whoever waits for an answer goes before a loop at a terminal: on Linux this is of the thread, elsewhere it would be of the whole server
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
const say = (message: FromShells): void => port.postMessage(message)

/** How far the server's clock is from this machine's. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)

let asked = 0
/** Who asks says what the rows are. */
const answers = new Map<number, { done(result: unknown): void; failed(e: Error): void }>()
const db: Queryable = {
  query: <R extends object>(sql: string, params: readonly unknown[] = []) =>
    new Promise<QueryResult<R>>((done, failed) => {
      answers.set(++asked, { done, failed })
      say({ say: 'query', query: asked, sql, params: [...params] })
    }),
}

const wires = makePacketNetworkHub()
const talks = new Map<number, Talk>()

/** What was written in one turn goes together. */
function writer(id: number): { write: (text: string) => void; flush: () => void } {
  let text = ''
  const flush = () => {
    if (text) say({ say: 'out', talk: id, text })
    text = ''
  }
  return {
    flush,
    write(more) {
      if (!text) setImmediate(flush)
      text += more
    },
  }
}

port.on('message', (m: ToShells) => {
  ahead = m.at - Date.now()
  switch (m.say) {
    case 'open': {
      const { talk: id } = m
      const { write, flush } = writer(id)
      const over = () => {
        talks.delete(id)
        flush()
        say({ say: 'over', talk: id })
      }
      talks.set(id, talk(db, now, m.scene, m.node, write, over, wires))
      break
    }
    case 'ask':
      askNode(db, now, m, wires).then(
        (answer) => say({ say: 'answered', ask: m.ask, answer }),
        // a line that is no line of a shell passes nobody
        () => say({ say: 'answered', ask: m.ask, answer: { status: 2 } }),
      )
      break
    case 'feed':
      talks.get(m.talk)?.feed(m.text, () => say({ say: 'fed', talk: m.talk }))
      break
    case 'resize':
      talks.get(m.talk)?.resize(m.columns, m.rows)
      break
    case 'hold':
      talks.get(m.talk)?.hold(m.held)
      break
    case 'end':
      talks.get(m.talk)?.end()
      talks.delete(m.talk)
      break
    case 'found':
      answers.get(m.query)?.done(m)
      answers.delete(m.query)
      break
    case 'failed':
      answers.get(m.query)?.failed(new Error(m.message))
      answers.delete(m.query)
      break
    case 'there?':
      say({ say: 'here' })
  }
})
say({ say: 'ready', task: ownTask() })

/** Shells speak in threads: one that says nothing any more ends with its terminals, and nobody else's. */
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import type { Queryable } from '#mock/db/db.ts'
import { makeTalks } from './talks.ts'

/** Echoes what it is fed; `hang` never ends, `ask` asks the database, `flood` writes until it is held. */
const thread = `
const { parentPort } = require('node:worker_threads')
const say = (m) => parentPort.postMessage(m)
const { readlinkSync } = require('node:fs')
let held = false
parentPort.on('message', (m) => {
  if (m.say === 'there?') return say({ say: 'here' })
  if (m.say === 'found') return say({ say: 'out', talk: 1, text: JSON.stringify(m.rows) })
  if (m.say === 'hold') return say({ say: 'out', talk: m.talk, text: m.held ? 'held' : 'freed' })
  if (m.say !== 'feed') return
  if (m.text === 'hang') for (;;) {}
  if (m.text === 'starve') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  if (m.text === 'ask') return say({ say: 'query', query: 7, sql: 'select', params: [] })
  if (m.text === 'exit') return say({ say: 'over', talk: m.talk })
  say({ say: 'out', talk: m.talk, text: m.text })
})
say({ say: 'ready', task: process.platform === 'linux' ? Number(/\\d+$/.exec(readlinkSync('/proc/thread-self'))[0]) : undefined })
`
const made: Worker[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((w) => w.terminate()))
})
const db = { query: async () => ({ rows: [{ n: 1 }], count: 1 }) } as unknown as Queryable
const start = async () => {
  const worker = new Worker(thread, { eval: true, execArgv: [] })
  made.push(worker)
  return worker
}
const talks = () => makeTalks({ db, now: () => new Date(), start, every: 20, patience: 10 })

function terminal(all: ReturnType<typeof talks>, scene: string, takes = true) {
  const heard = { text: '', over: false }
  const talk = all.open({
    scene,
    node: 'desk',
    out: (t) => {
      heard.text += t
      return takes
    },
    over: () => void (heard.over = true),
  })
  const until = async (right: () => boolean) => {
    while (!right()) await turn()
  }
  return { talk, heard, until }
}
/** Two scenes whose terminals are not in one thread. */
async function apart(all: ReturnType<typeof talks>) {
  const one = terminal(all, 'a')
  for (const scene of 'bcdefgh') {
    const other = terminal(all, scene)
    if (made.length === 2 || (await turn(), made.length === 2)) return [one, other] as const
  }
  throw new Error('all in one thread')
}

it('carries what is typed and written, and what the shell asks the server', async () => {
  const { talk, heard, until } = terminal(talks(), 'a')
  talk.feed('ls')
  await until(() => heard.text === 'ls')
  talk.feed('ask')
  await until(() => heard.text === 'ls[{"n":1}]')
  talk.feed('exit')
  await until(() => heard.over)
})

it('ends a thread that says nothing any more, tells its terminals why, and starts another', async () => {
  const all = talks()
  const [one, other] = await apart(all)
  one.talk.feed('hang')
  await one.until(() => one.heard.over)
  expect(one.heard.text).toContain('This terminal was ended')
  other.talk.feed('here')
  await other.until(() => other.heard.text === 'here')
  expect(other.heard.over).toBe(false)
  const again = terminal(all, 'a')
  again.talk.feed('back')
  await again.until(() => again.heard.text === 'back')
})

it.runIf(process.platform === 'linux')('waits for a thread that has no turn', async () => {
  const { talk, heard, until } = terminal(talks(), 'a')
  talk.feed('starve')
  await until(() => heard.text !== '')
  expect(heard).toEqual({ text: 'starve', over: false })
})

it('tells the shell to wait for whoever does not read', async () => {
  const { talk, heard, until } = terminal(talks(), 'a', false)
  talk.feed('much')
  await until(() => heard.text.startsWith('muchheld'))
})

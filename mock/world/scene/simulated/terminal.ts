/** Terminals of simulated nodes: each a shell of its own. */
import { Duplex } from 'node:stream'
import type { Db } from '#mock/db/db.ts'
import { type Console, DriverRefusal } from '../driver.ts'
import { simOf } from './node.ts'
import { talk } from './talk.ts'
import type { Wires } from './wires.ts'

export async function openTerminal(
  db: Db,
  now: () => Date,
  scene: string,
  node: string,
  wires: Wires,
): Promise<Console> {
  if (!(await simOf(db, scene, now()))?.ground.on.has(node)) throw new DriverRefusal('node_off')
  const utf8 = new TextDecoder()
  const stream: Duplex = new Duplex({
    read() {},
    write(chunk: Buffer, _e, done) {
      t.feed(utf8.decode(chunk, { stream: true }))
      done()
    },
    destroy(e, done) {
      t.end()
      done(e)
    },
  })
  const t = talk(
    db,
    now,
    scene,
    node,
    (text) => void (stream.destroyed || stream.push(text)),
    () => void (stream.destroyed || stream.push(null)),
    wires,
  )
  return { stream, resize: (columns) => t.resize(columns) }
}

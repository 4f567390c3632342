/** Terminals of simulated nodes: each a shell of its own. */
import { Duplex } from 'node:stream'
import type { Db } from '#mock/db/db.ts'
import { type Console, DriverRefusal } from '../driver.ts'
import { simOf } from './node.ts'
import type { Talks } from './talks.ts'

/** Bytes that may wait for whoever reads. */
const most = 256 * 1024

export async function openTerminal(
  db: Db,
  now: () => Date,
  scene: string,
  node: string,
  talks: Talks,
): Promise<Console> {
  if (!(await simOf(db, scene, now()))?.ground.on.has(node)) throw new DriverRefusal('node_off')
  let held = false
  const utf8 = new TextDecoder()
  const stream: Duplex = new Duplex({
    readableHighWaterMark: most,
    read() {
      if (held) t.hold((held = false))
    },
    write(chunk: Buffer, _e, done) {
      t.feed(utf8.decode(chunk, { stream: true }), done)
    },
    destroy(e, done) {
      t.end()
      done(e)
    },
  })
  const t = talks.open({
    scene,
    node,
    out(text) {
      if (stream.destroyed) return true
      held = !stream.push(text)
      return !held
    },
    over: () => void (stream.destroyed || stream.push(null)),
  })
  return { stream, resize: (columns, rows) => t.resize(columns, rows) }
}

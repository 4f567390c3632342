/** Desktops of simulated nodes: a shell in a window of a small picture, the same for all who look at it. */
import { Duplex } from 'node:stream'
import type { Db } from '#mock/db/db.ts'
import { seededFraction } from '../../service/chance.ts'
import { type Console, DriverRefusal } from '../driver.ts'
import { type PaintedDesktop, makeDesk, size } from '../desktop/paint.ts'
import { type Font, openFont } from '../desktop/font.ts'
import { type Rfb, rfb } from '../desktop/rfb.ts'
import { controls, keysymText } from '../desktop/keys.ts'
import type { Host } from '../shell/image.ts'
import { simOf } from './node.ts'
import type { Talk } from './talk.ts'
import type { Talks } from './talks.ts'

const frameMs = 100
/** Milliseconds a desktop nobody looks at stays as it is. */
const linger = 300_000

interface Shared {
  desk: PaintedDesktop
  talk: Talk
  clients: Set<{ changed(boxes: Parameters<Rfb['changed']>[0]): void; end(): void }>
  painter: NodeJS.Timeout
  left: number
  end(): void
}
/** Desktops of one server process: whoever opens one sees the same picture. */
export interface Desktops {
  open: Map<string, Shared>
  /** Read with the first of them. */
  font: Font | undefined
  talks: Talks
}
export const noDesktops = (talks: Talks): Desktops => ({ open: new Map(), font: undefined, talks })

function shared(desktops: Desktops, now: () => Date, host: Host): Shared {
  const key = `${host.scene}.${host.node.id}`
  const { open: all } = desktops
  const had = all.get(key)
  if (had) return had
  const font = (desktops.font ??= openFont())
  const desk = makeDesk(host.node.name, Math.floor(seededFraction(host.scene, host.node.id, 'wallpaper') * 4), font)
  const end = (): void => {
    all.delete(key)
    clearInterval(painter)
    t.end()
    for (const c of s.clients) c.end()
  }
  const out = (text: string) => {
    desk.screen.write(text)
    return true
  }
  const t = desktops.talks.open({ scene: host.scene, node: host.node.id, out, over: end })
  const painter = setInterval(() => {
    if (!s.clients.size) {
      s.left += frameMs
      if (s.left > linger) end()
      return
    }
    s.left = 0
    const boxes = desk.paint(`${now().toISOString().slice(11, 19)} UTC`)
    if (boxes.length) for (const c of s.clients) c.changed(boxes)
  }, frameMs)
  painter.unref()
  const s: Shared = { desk, talk: t, clients: new Set(), painter, left: 0, end }
  all.set(key, s)
  return s
}

export async function openDesktop(
  desktops: Desktops,
  db: Db,
  now: () => Date,
  scene: string,
  node: string,
): Promise<Console> {
  const sim = await simOf(db, scene, now())
  const host = sim?.hosts.get(node)
  if (!host || !sim?.ground.on.has(node)) throw new DriverRefusal('node_off')
  const s = shared(desktops, now, host)
  const stream: Duplex = new Duplex({
    read() {},
    write(chunk: Buffer, _e, done) {
      server.feed(chunk)
      done()
    },
    destroy(e, done) {
      s.clients.delete(client)
      server.end()
      done(e)
    },
  })
  let control = false
  const server = rfb({
    ...size,
    name: host.node.name,
    pixels: () => s.desk.pixels,
    send: (b) => void (stream.destroyed || stream.push(b)),
    key(sym, down) {
      if (controls.has(sym)) control = down
      else if (down) s.talk.feed(keysymText(sym, control))
    },
    pointer: (x, y, buttons) => s.desk.pointer(x, y, (buttons & 1) === 1),
    cut: (text) => s.talk.feed(text),
    close: () => stream.destroy(),
    // no more pictures than somebody reads
    ready: () => stream.readableLength < 2 * 1024 * 1024,
  })
  const client = { changed: server.changed, end: () => void (stream.destroyed || stream.push(null)) }
  s.clients.add(client)
  return { stream }
}

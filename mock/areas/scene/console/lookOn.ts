/** A look at somebody else's desktop: a stream of its own on which nothing but looking gets through, unless the keys are with who looks. */
import type { WebSocket } from 'ws'
import { consoleLimits as most } from '#src/contract/scene/console.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { findScene } from '../row.ts'
import type { ConsoleClient } from './attach.ts'
import type { ConsoleSession } from './session.ts'
import { viewOnly } from './viewOnly.ts'

/** @param left called once, when it is over @returns what ends it; undefined where there is nothing to look at, which the page is told */
export async function lookOnDesktop(
  { db, drivers }: { db: Queryable; drivers: Drivers },
  socket: WebSocket,
  s: Pick<ConsoleSession, 'scene_id' | 'node_id' | 'mayType'>,
  page: ConsoleClient,
  left: () => void,
): Promise<(() => void) | undefined> {
  const scene = await findScene(db, s.scene_id)
  const own =
    scene &&
    (await drivers
      .of(scene)
      .console({ scene: scene.id, fence: scene.fence }, s.node_id, 'desktop')
      .catch(() => undefined))
  if (!own) {
    page.end('node')
    return undefined
  }
  const filter = viewOnly(() => s.mayType(page))
  own.stream.on('data', (b: Buffer) => {
    page.bytes(b)
    if (page.behind > most.behind) {
      own.stream.pause()
      setTimeout(() => own.stream.resume(), 200).unref()
    }
  })
  let over = false
  const leave = (): void => {
    if (over) return
    over = true
    own.stream.destroy()
    page.end('exit')
    left()
  }
  own.stream.once('close', leave)
  socket.on('close', leave)
  socket.on('message', (data: Buffer, binary: boolean) => {
    const rest = binary ? filter.take(data) : undefined
    if (rest) own.stream.write(rest)
    else if (binary) page.end('malformed')
  })
  return leave
}

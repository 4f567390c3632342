/** What every area is given of the outside, made once per server. */
import { setTimeout as pause } from 'node:timers/promises'
import { makeLicence, prepareLicence } from './areas/license/current.ts'
import type { Db } from './db/db.ts'
import { newId } from './db/id.ts'
import type { Logger, Platform } from './http/request/handler.ts'
import { makeThreads, type Threads } from './thread/threads.ts'
import { type LiveSettings, loadSecret, loadSettings } from './settings.ts'

export interface PlatformOptions {
  db: Db
  now: () => Date
  random: (bytes: number) => Buffer
  files: string
  log: Logger
  /** Threads for work whose cost others decide; its own when left out. */
  threads?: Threads
  /** Believes the vendor's licences only, and shows nothing without one. */
  production?: boolean
}

export interface LivePlatform extends Platform {
  settings: LiveSettings
  /**
   * Waits for work that goes on after its answer.
   * @param most milliseconds; then what hangs is left to the next server, which finds it unfinished
   */
  settled(most?: number): Promise<void>
}

export async function makePlatform(o: PlatformOptions): Promise<LivePlatform> {
  const { db, now, random, files, log, production = false, threads = makeThreads() } = o
  const secret = await loadSecret(db, random, now)
  await prepareLicence(db, random, now)
  const settings = await loadSettings(db, now)
  const running = new Set<Promise<void>>()
  return {
    db,
    now,
    random,
    newId: newId(now, random),
    files,
    log,
    secret: async () => secret,
    settings,
    licence: makeLicence(settings, now, production),
    threads,
    background(name, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.error({ event: 'work-failed', error, work: name }, 'background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled(most) {
      const all = async () => {
        while (running.size) await Promise.all(running)
      }
      if (most === undefined) return all()
      const enough = new AbortController()
      const left = pause(most, undefined, { signal: enough.signal }).then(
        () => log.warn({ left: running.size }, 'background work that hangs was not waited for'),
        () => undefined,
      )
      await Promise.race([all(), left])
      enough.abort()
    },
  }
}

/** What every area is given of the outside, made once per server. */
import { makeLicence, prepareLicence } from './areas/license/current.ts'
import type { Db } from './db/db.ts'
import { newId } from './db/id.ts'
import type { Logger, Platform } from './http/handler.ts'
import { type LiveSettings, loadSecret, loadSettings } from './settings.ts'

export interface PlatformOptions {
  db: Db
  now(): Date
  random(bytes: number): Buffer
  files: string
  log: Logger
  /** Believes the vendor's licences only, and shows nothing without one. */
  production?: boolean
}

export interface LivePlatform extends Platform {
  settings: LiveSettings
  /** Waits for work that goes on after its answer. */
  settled(): Promise<void>
}

export async function makePlatform(o: PlatformOptions): Promise<LivePlatform> {
  const { db, now, random, files, log, production = false } = o
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
    background(name, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.error({ event: 'work-failed', error, work: name }, 'background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size) await Promise.all(running)
    },
  }
}

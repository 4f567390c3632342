/**
 * The drivers of one server process, by name. Whoever wants something of a scene’s nodes asks here for what runs them; what is not here is
 * answered by one that refuses everything and says why.
 */
import type { DriverReason, DriverStanding, SceneDriverName } from '#src/contract/scene/driver.ts'
import { DriverAway, type SceneDriver } from './driver.ts'

/** Of a scene: which driver runs it, and on whose computer; empty where any server reaches it. */
interface Runs {
  driver: string
  host: string
}

export interface Drivers {
  readonly all: readonly SceneDriver[]
  /** This server among those that keep machines. */
  readonly host: string
  of(scene: Runs): SceneDriver
  /** Whether the scene’s machines are on another server’s computer. */
  elsewhere(scene: Runs): boolean
  /** Where the machines of a new scene of the driver are. */
  home(name: string): string
  /** Whether it can run machines here, as it was when somebody last looked. */
  standing(name: SceneDriverName): DriverStanding
  standings(): readonly DriverStanding[]
  /** Looks again. */
  look(): Promise<readonly DriverStanding[]>
  /** Ends what the drivers have running in this process’s name. */
  close(): Promise<void>
}

const away = (name: string, reason: DriverReason): SceneDriver => {
  const refuse = (): Promise<never> => Promise.reject(new DriverAway(name, reason))
  return {
    name,
    local: false,
    available: () => Promise.resolve({ ok: false, reason }),
    plan: refuse,
    create: refuse,
    start: refuse,
    stop: refuse,
    pause: refuse,
    resume: refuse,
    snapshot: refuse,
    restore: refuse,
    dropSnapshot: refuse,
    delete: refuse,
    look: refuse,
    metrics: refuse,
    console: refuse,
    inject: refuse,
    events: refuse,
    scenes: () => Promise.resolve([]),
  }
}

export function makeDrivers(all: readonly SceneDriver[], host: string, names: readonly SceneDriverName[]): Drivers {
  const found = (name: string) => all.find((d) => d.name === name)
  let seen: readonly DriverStanding[] = names.map((name) => ({ name, ok: false, reason: 'not_set_up' }))
  const elsewhere = (scene: Runs): boolean =>
    found(scene.driver)?.local === true && scene.host !== '' && scene.host !== host
  return {
    all,
    host,
    elsewhere,
    of(scene) {
      const driver = found(scene.driver)
      if (!driver) return away(scene.driver, names.some((n) => n === scene.driver) ? 'not_set_up' : 'unknown')
      return elsewhere(scene) ? away(scene.driver, 'elsewhere') : driver
    },
    home: (name) => (found(name)?.local ? host : ''),
    standing: (name) => seen.find((s) => s.name === name) ?? { name, ok: false, reason: 'unknown' },
    standings: () => seen,
    async look() {
      seen = await Promise.all(
        names.map(async (name): Promise<DriverStanding> => {
          const said = await found(name)?.available()
          if (!said?.ok) return { name, ok: false, reason: said?.reason ?? 'not_set_up' }
          return { name, ok: true, reason: said.lacks ?? null }
        }),
      )
      return seen
    },
    async close() {
      for (const driver of all) await driver.close?.()
    },
  }
}

/**
 * The door of a platform that is being restored: while it is closed every call but the one that asks about the restore is turned away, and
 * a restore begins when nobody is inside any more.
 */
import type { RestoreStatus } from '#src/contract/backup/backup.schema.ts'

export interface Door {
  /** How the restore stands; undefined while the door is open. */
  closed(): RestoreStatus | undefined
  /** Call when a call is let in; the answer is to be called when it is answered. */
  enter(): () => void
  close(status: RestoreStatus): void
  /** Of a closed door. */
  tell(change: Partial<RestoreStatus>): void
  open(): void
  /** Resolves when nobody is inside, at the latest after `patience` ms. */
  empty(patience: number): Promise<void>
}

export function makeDoor(): Door {
  let status: RestoreStatus | undefined
  let inside = 0
  let left = (): void => {}
  return {
    closed: () => status,
    enter() {
      inside++
      let here = true
      return () => {
        if (here) inside--
        here = false
        if (inside === 0) left()
      }
    },
    close: (s) => void (status = s),
    tell(change) {
      if (status) status = { ...status, ...change }
    },
    open: () => void (status = undefined),
    empty: (patience) =>
      new Promise((done) => {
        if (inside === 0) return done()
        const timer = setTimeout(done, patience)
        left = () => {
          clearTimeout(timer)
          done()
        }
      }),
  }
}

/** Uploads on their way, by account and route: each holds a connection, a file and a thread that writes it. Counted in this process. */
import { Fail } from '../request/handler.ts'

export type UploadsAtOnce = ReturnType<typeof makeUploadsAtOnce>

export function makeUploadsAtOnce() {
  const running = new Map<string, number>()
  /** @returns what is called when it is over. @throws uploads_at_once */
  return (account: string, route: string, most: number): (() => void) => {
    const key = `${account} ${route}`
    const n = running.get(key) ?? 0
    if (n >= most) throw new Fail('uploads_at_once', { most, seconds: 1 })
    running.set(key, n + 1)
    return () => {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    }
  }
}

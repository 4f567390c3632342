/** Browser storage that survives being refused (private windows, full disks) and never leaves its scope. */
export interface Store {
  get(name: string): string | null
  set: (name: string, value: string) => void
  remove(name: string): void
}

/** Key prefix by protocol, host and port, so that two platforms on one machine never share a session. */
export const scopeOf = (at: { protocol: string; host: string } = location): string =>
  `range:${at.protocol}//${at.host}:`

/** A scoped view on `sessionStorage` or `localStorage`; values stay in memory when the browser refuses. */
export function scoped(kind: 'session' | 'local', scope: string = scopeOf()): Store {
  const memory = new Map<string, string>()
  const real = (): Storage | undefined => {
    try {
      return kind === 'session' ? window.sessionStorage : window.localStorage
    } catch {
      return undefined
    }
  }
  return {
    get(name) {
      try {
        return real()?.getItem(scope + name) ?? memory.get(name) ?? null
      } catch {
        return memory.get(name) ?? null
      }
    },
    set(name, value) {
      memory.set(name, value)
      try {
        real()?.setItem(scope + name, value)
      } catch {
        // kept in memory
      }
    },
    remove(name) {
      memory.delete(name)
      try {
        real()?.removeItem(scope + name)
      } catch {
        // nothing was kept
      }
    },
  }
}

/** A store that forgets with its app. */
export function inMemory(): Store {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  }
}

/** A store that can be left for another one, which begins empty: what is kept in the first stays there and is not looked at any more. */
export function movable(first: Store): Store & { move(to: Store): void } {
  let at = first
  return {
    get: (name) => at.get(name),
    set: (name, value) => at.set(name, value),
    remove: (name) => at.remove(name),
    move(to) {
      at = to
    },
  }
}

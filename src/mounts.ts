import type { App } from './app/createApp.tsx'
import { type HostProps, parseHostProps } from './contract/host.ts'

/** What one mount takes from the page and gives back. */
export interface Stay {
  element: HTMLElement
  popups: HTMLElement
  /** Whether an address of the window is one of an app of this page. */
  isApps: (url: string) => boolean
  /** The address has left the app, which is still there: the title is the host's again. */
  away: () => void
  leave(): void
}

export interface PageAdapter {
  /** Our style sheets apply to what stands in the container, those at the given addresses included. */
  dress(css: readonly string[], container: ParentNode): Promise<void>
  enter(container: ParentNode, host: HostProps | null): Stay
  /** Called after the last app of the page has left. */
  undress(): void
}

/** `host` is null stand-alone. */
export type StartApp = (stay: Stay, host: HostProps | null) => App

/** The four functions that vite-plugin-qiankun hands to qiankun; props are whatever a host passed. */
export interface Lifecycles {
  bootstrap(props?: unknown): Promise<void>
  mount(props?: unknown, css?: readonly string[]): Promise<void>
  unmount(props?: unknown): Promise<void>
  update(props?: unknown): Promise<void>
}

interface Mount {
  name: unknown
  host: HostProps | null
  live: { app: App; stay: Stay } | null
}

/**
 * Keeps one app for each container. The last call for a container wins: a mount that is overtaken while its styles load never starts, and
 * a mount on top of another replaces it. A host names its container in each call but `update`, where qiankun leaves the instance's name.
 * An update that comes before its mount waits for it: of what both say, the mount came last.
 */
export function makeLifecycles(start: StartApp, page: PageAdapter): Lifecycles {
  const mounts = new Map<ParentNode, Mount>()
  /** Updates that nothing was mounted for yet, by container, by name, or by neither where the host names none. */
  const early = new Map<unknown, HostProps>()
  /** What instances were loaded with, by name, until they are mounted: an update before that leaves qiankun nothing else to mount them with. */
  const loaded = new Map<unknown, HostProps>()
  const takeLoaded = (name: unknown): HostProps => {
    const out = loaded.get(name) ?? {}
    loaded.delete(name)
    return out
  }
  const takeEarly = (name: unknown, container: ParentNode): HostProps => {
    const out: HostProps = {}
    for (const key of new Set([undefined, name, container])) {
      Object.assign(out, early.get(key))
      early.delete(key)
    }
    return out
  }

  const end = (container: ParentNode): void => {
    const mount = mounts.get(container)
    mounts.delete(container)
    try {
      mount?.live?.app.dispose()
    } finally {
      mount?.live?.stay.leave()
      if (mounts.size === 0) page.undress()
    }
  }

  const find = (props: unknown): Mount | undefined => {
    const container = containerOf(props)
    if (container) return mounts.get(container)
    const name = read(props, 'name')
    const all = [...mounts.values()]
    const named = all.find((m) => name !== undefined && m.name === name)
    // one that is not mounted yet is not another that is
    const only = all.length === 1 && (name === undefined || all[0]?.name === undefined) ? all[0] : undefined
    return named ?? only
  }

  return {
    async bootstrap(props) {
      const name = read(props, 'name')
      if (name !== undefined) loaded.set(name, parseHostProps(props))
    },

    async mount(props, css = []) {
      const hosted = containerOf(props)
      const container = hosted ?? document
      if (mounts.has(container)) end(container)
      const name = read(props, 'name')
      const said = { ...takeLoaded(name), ...takeEarly(name, container) }
      const mount: Mount = { name, host: hosted ? { ...said, ...parseHostProps(props) } : null, live: null }
      mounts.set(container, mount)
      await page.dress(css, container)
      if (mounts.get(container) !== mount) return
      const stay = page.enter(container, mount.host)
      try {
        mount.live = { app: start(stay, mount.host), stay }
      } catch (e) {
        stay.leave()
        end(container)
        throw e
      }
    },

    async unmount(props) {
      end(containerOf(props) ?? document)
    },

    async update(props) {
      const mount = find(props)
      const host = parseHostProps(props)
      if (!mount) {
        const key = containerOf(props) ?? read(props, 'name')
        early.set(key, { ...early.get(key), ...host })
        return
      }
      if (mount.live) mount.live.app.update(host)
      else mount.host = { ...mount.host, ...host }
    },
  }
}

/** Host props are untrusted: a getter may throw. */
function read(props: unknown, name: string): unknown {
  try {
    return props !== null && typeof props === 'object' ? Reflect.get(props, name) : undefined
  } catch {
    return undefined
  }
}

function containerOf(props: unknown): ParentNode | undefined {
  const node = read(props, 'container')
  return node instanceof Element || node instanceof ShadowRoot ? node : undefined
}

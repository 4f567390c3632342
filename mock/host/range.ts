import { loadMicroApp, type MicroApp } from 'qiankun'
import type { HostProps } from '#src/contract/host.ts'
import type { HostConfig } from './config.ts'

export interface EmbeddedApp {
  /** Mounts the app under `parent`; nothing when it is there already. */
  show(parent: HTMLElement, props: HostProps): void
  /** New props for the app that is shown. */
  update(props: HostProps): void
  hide(): void
  isShown(): boolean
}

interface Told {
  mounted: () => void
  /** The app has gone and put the document back as it had found it. */
  left(): void
  failed(reason: unknown): void
}

/**
 * Embeds the app with qiankun, in its sandbox. An app that would get the same props as the last time is mounted again instead of
 * loaded again: single-spa keeps what `loadMicroApp` returns for as long as the page lives. An app has to be mounted before it can be
 * unmounted and the other way round, so the calls wait for each other.
 */
export function makeEmbeddedApp(
  { entry, styleIsolation }: Pick<HostConfig, 'entry' | 'styleIsolation'>,
  told: Told,
  name = 'mgApp',
): EmbeddedApp {
  const frame = document.createElement('div')
  frame.className = 'fh-frame'
  let shown = false
  let app: MicroApp | null = null
  /** Why the app could not be loaded. qiankun keeps what it has of it, so only a new page can load it again. */
  let broken: unknown
  /** The props that a mount of the loaded app repeats, as text; none after an update. */
  let loadedWith: string | null = null

  let turn: Promise<unknown> = Promise.resolve()
  const next = (act: () => Promise<unknown>): void => {
    turn = turn.then(act).catch(() => undefined)
  }
  const isMounted = (): boolean => app?.getStatus() === 'MOUNTED'

  async function mount(props: HostProps): Promise<void> {
    if (app && loadedWith === JSON.stringify(props)) {
      await app.mount()
      // single-spa does not reject a second mount that fails
      if (!isMounted()) throw new Error(app.getStatus())
    } else {
      loadedWith = JSON.stringify(props)
      app = loadMicroApp(
        { name, entry, container: frame, props: { ...props } },
        { sandbox: { experimentalStyleIsolation: styleIsolation } },
      )
      await app.mountPromise
    }
  }

  return {
    show(parent, props) {
      if (shown) return
      shown = true
      next(async () => {
        parent.append(frame)
        try {
          if (broken) throw broken
          await mount(props)
          if (shown) told.mounted()
        } catch (reason) {
          broken = reason
          shown = false
          frame.remove()
          told.failed(reason)
        }
      })
    },
    update(props) {
      next(async () => {
        loadedWith = null
        if (isMounted()) await app?.update?.({ ...props })
      })
    },
    hide() {
      if (!shown) return
      shown = false
      next(async () => {
        try {
          if (isMounted()) await app?.unmount()
        } finally {
          frame.remove()
          told.left()
        }
      })
    },
    isShown: () => shown,
  }
}

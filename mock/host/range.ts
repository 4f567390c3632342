import { loadMicroApp, type MicroApp } from 'qiankun'
import type { HostProps } from '#src/contract/host.ts'

export interface Range {
  /** Mounts the app into a fresh element under `parent`; nothing when it is there already. */
  show(parent: HTMLElement, props: HostProps): void
  /** New props for the app that is shown. */
  update(props: HostProps): void
  hide(): void
}

interface Shown {
  app: MicroApp
  frame: HTMLElement
}

interface Told {
  mounted: () => void
  /** The app has gone and put the document back as it had found it. */
  left(): void
  failed(reason: unknown): void
}

/** Embeds the app with qiankun, in its default sandbox. */
export function makeRange(entry: string, told: Told): Range {
  let shown: Shown | null = null
  return {
    show(parent, props) {
      if (shown) return
      const frame = document.createElement('div')
      frame.className = 'fh-frame'
      parent.append(frame)
      const app = loadMicroApp({ name: 'mgApp', entry, container: frame, props: { ...props } })
      const now: Shown = { app, frame }
      shown = now
      app.mountPromise.then(told.mounted, (reason: unknown) => {
        if (shown === now) shown = null
        frame.remove()
        told.failed(reason)
      })
    },
    update(props) {
      const app = shown?.app
      app?.mountPromise.then(
        () => app.update?.({ ...props }),
        () => undefined,
      )
    },
    hide() {
      const last = shown
      shown = null
      // an app can only be unmounted once it is mounted
      last?.app.mountPromise
        .then(() => last.app.unmount())
        .catch(() => undefined)
        .finally(() => {
          last.frame.remove()
          told.left()
        })
    },
  }
}

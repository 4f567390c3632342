import { loadMicroApp, type MicroApp } from 'qiankun'
import type { HostProps } from '#src/contract/host.ts'

export interface Range {
  /** Mounts the app into a fresh element under `parent`, or hands new props to the one that is mounted. */
  show(parent: HTMLElement, props: HostProps): void
  hide(): void
}

interface Shown {
  app: MicroApp
  frame: HTMLElement
}

/** Embeds the app; `failed` is called when it could not be loaded or mounted. */
export function makeRange(entry: string, mounted: () => void, failed: (reason: unknown) => void): Range {
  let shown: Shown | null = null
  return {
    show(parent, props) {
      if (shown) {
        const { app } = shown
        void app.mountPromise.then(() => app.update?.({ ...props }), () => undefined)
        return
      }
      const frame = document.createElement('div')
      frame.className = 'fh-frame'
      parent.append(frame)
      const app = loadMicroApp({ name: 'mgApp', entry, container: frame, props: { ...props } })
      const now: Shown = { app, frame }
      shown = now
      app.mountPromise.then(mounted, (reason: unknown) => {
        if (shown === now) shown = null
        frame.remove()
        failed(reason)
      })
    },
    hide() {
      const last = shown
      shown = null
      // an app can only be unmounted once it is mounted
      void last?.app.mountPromise
        .then(() => last.app.unmount())
        .catch(() => undefined)
        .finally(() => last.frame.remove())
    },
  }
}

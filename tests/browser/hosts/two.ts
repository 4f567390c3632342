/** A host of a few lines that mounts the app more than once, each time as a test says. */
import { loadMicroApp, type MicroApp } from 'qiankun'
import type { HostProps } from '#src/contract/host.ts'

const apps = new Map<string, MicroApp>()
const asked: string[] = []
/** Where each app said it went. */
const went: Record<string, string[]> = {}
const hostPage = {
  asked,
  went,
  /** @param early said once it is loaded, before it is mounted */
  async mount(name: string, entry: string, props: HostProps, strict = false, early?: HostProps): Promise<void> {
    const place = document.querySelector('#place') ?? document.body
    const container = place.appendChild(document.createElement('section'))
    container.id = name
    const app = loadMicroApp(
      {
        name,
        entry,
        container,
        props: {
          ...props,
          onAuthRequired: () => void asked.push(name),
          onNavigate: (path: string) => void (went[name] ??= []).push(path),
        },
      },
      { sandbox: { strictStyleIsolation: strict } },
    )
    apps.set(name, app)
    if (early) {
      await app.loadPromise
      // single-spa refuses it, and mounts with its props alone
      await app.update?.({ ...early }).then(
        () => asked.push('updated early'),
        () => {},
      )
    }
    await app.mountPromise
  },
  async update(name: string, props: HostProps): Promise<void> {
    await apps.get(name)?.update?.({ ...props })
  },
  async unmount(name: string): Promise<void> {
    await apps.get(name)?.unmount()
    apps.delete(name)
    document.getElementById(name)?.remove()
  },
}
export type HostPage = typeof hostPage
Object.assign(window, { hostPage })

import './preamble.ts'
import { createApp } from './app/createApp.tsx'
import { ownPage } from './lifecycle.tsx'
import { type Lifecycles, makeLifecycles } from './mounts.ts'

declare global {
  interface Window {
    /** Where vite-plugin-qiankun looks for lifecycles; the spelling is its own. */
    moudleQiankunAppLifeCycles?: Record<string, Lifecycles>
  }
}

const base = import.meta.env.BASE_URL.replace(/\/$/, '')
const assetBase = new URL(`${base}/`, import.meta.url).href

const lifecycles = makeLifecycles(
  ({ element, popups, isApps, away }, host) => {
    const app = createApp({ element, popups, isApps, away, host, base: host?.base ?? base, assetBase })
    app.ready.catch((reason: unknown) => reportError(reason))
    return app
  },
  ownPage({ base, assetBase, devRoot: import.meta.env.VITE_DEV_ROOT }),
)

// The script in index.html takes it from here: it mounts at once when there is no host.
window.moudleQiankunAppLifeCycles = { ...window.moudleQiankunAppLifeCycles, mgApp: lifecycles }

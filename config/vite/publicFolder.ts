import { cpSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Serves the folder `public/` under its own name, as the product's URLs have it (`/page/mg/public/config.json`). Vite would drop the
 * name: so its own handling is switched off, the development server finds the folder in the root, and a build copies it.
 */
export function publicFolder(): Plugin {
  let from = ''
  let to = ''
  return {
    name: 'public-folder',
    config: () => ({ publicDir: false }),
    configResolved(config) {
      from = path.join(config.root, 'public')
      to = path.resolve(config.root, config.build.outDir, 'public')
    },
    writeBundle() {
      cpSync(from, to, { recursive: true })
    },
  }
}

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { browsers } from './browsers.ts'

/** The small host platform that embeds the app: built by itself, served at /host/, free to live on another origin. */
export default defineConfig({
  root: fileURLToPath(new URL('../../mock/host', import.meta.url)),
  base: '/host/',
  envDir: false,
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite-host', import.meta.url)),
  server: { port: 5176, strictPort: true },
  build: {
    outDir: fileURLToPath(new URL('../../dist/host', import.meta.url)),
    emptyOutDir: true,
    target: browsers,
    sourcemap: false,
    reportCompressedSize: false,
  },
})

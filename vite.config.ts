import path from 'node:path'
import react from '@vitejs/plugin-react'
import qiankun from 'vite-plugin-qiankun'
import { defineConfig } from 'vitest/config'
import { env } from './config/env.ts'
import tests from './config/test/vitest.config.ts'
import { arcoCss } from './config/vite/arcoCss.ts'
import { arcoScope } from './config/vite/arcoScope.ts'
import { browsers } from './config/vite/browsers.ts'
import { chartDom } from './config/vite/chartDom.ts'
import { cspHashes } from './config/vite/cspHashes.ts'
import { early } from './config/vite/early.ts'
import { hostProof } from './config/vite/hostProof.ts'
import { publicFolder } from './config/vite/publicFolder.ts'
import { qiankunFix } from './config/vite/qiankunFix.ts'
import { unheard } from './config/vite/unheard.ts'

const port = 5174

/** Words that every page needs in one language, and those that every page behind the sign-in does; others stay with their screens. */
const wordsChunk = (id: string): string | null => {
  const [, language, area = ''] = /[\\/]i18n[\\/]([\w-]+)[\\/](\w+)\.ts$/.exec(id) ?? []
  if (['shell', 'problem', 'session'].includes(area)) return `words-${language}`
  return ['screen', 'kit'].includes(area) ? `words-inside-${language}` : null
}

/** The app in the browser. The server, the CLI and the host platform have their own builds in `config/vite/`. */
export default defineConfig(({ command }) => ({
  base: '/page/mg/',
  envDir: false,
  plugins: [
    react(),
    arcoCss(),
    chartDom(),
    unheard(),
    arcoScope({ root: '.mg-app', dark: '.theme-dark' }),
    publicFolder(),
    qiankun('mgApp', { useDevMode: false }),
    qiankunFix(),
    early(),
    cspHashes(),
  ],
  css: { postcss: { plugins: [hostProof()] } },
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: { 'lodash.merge': path.join(import.meta.dirname, 'src/lib/mergeDictionaries.ts') },
  },
  define: {
    'import.meta.env.VITE_FAULTS': JSON.stringify(env.api === 'own'),
    'import.meta.env.VITE_DEV_ROOT': JSON.stringify(command === 'serve' ? import.meta.dirname : ''),
  },
  server: {
    port,
    strictPort: true,
    // a host page on another origin of this machine loads modules, styles and assets from here, and calls the API through the proxy
    cors: { origin: /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/, credentials: true },
    origin: `http://localhost:${port}`,
    proxy: {
      '/api': { target: env.devApi, changeOrigin: false, ws: true },
      '/host': { target: env.devHost, ws: true },
    },
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: browsers,
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few and fitting files: over a slow line each one more costs a round trip, each one too large costs its bytes.
          groups: [
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 5,
            },
            // only what the first page needs: a package of a lazy page stays in that page's own chunk
            { name: 'vendor', tags: ['$initial'], test: /node_modules[\\/]/, priority: 4 },
            { name: 'app', tags: ['$initial'], test: /[\\/]src[\\/]/, priority: 3 },
            { name: wordsChunk, debugName: 'words', test: /[\\/]src[\\/]i18n[\\/]/, priority: 2 },
            { name: 'entrance', test: /[\\/]src[\\/]features[\\/]session[\\/]/, priority: 1 },
            {
              name: 'inside',
              test: /[\\/]src[\\/](ui|app[\\/]layouts|kit[\\/](action|data|pick|resource)|kit[\\/]dates[\\/]DateInput)/,
            },
          ],
        },
      },
    },
  },
  // `npx vitest run path/to/one.test.ts` reads this file
  test: tests.test,
}))

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
import { chunkGroups, withoutFacades } from './config/vite/chunks.ts'
import { compiledMessages } from './config/vite/compiledMessages.ts'
import { cspHashes } from './config/vite/cspHashes.ts'
import { eager } from './config/vite/eager.ts'
import { early } from './config/vite/early.ts'
import { hostProof } from './config/vite/hostProof.ts'
import { publicFolder } from './config/vite/publicFolder.ts'
import { qiankunFix } from './config/vite/qiankunFix.ts'
import { screenRoutes } from './config/vite/screenRoutes.ts'
import { unheard } from './config/vite/unheard.ts'

const port = 5174

/** The app in the browser. The server, the CLI and the host platform have their own builds in `config/vite/`. */
export default defineConfig(({ command }) => ({
  base: '/page/mg/',
  envDir: false,
  plugins: [
    react(),
    arcoCss(),
    chartDom(),
    compiledMessages(),
    unheard(),
    arcoScope({ root: '.mg-app', dark: '.theme-dark' }),
    publicFolder(),
    qiankun('mgApp', { useDevMode: false }),
    qiankunFix(),
    early(screenRoutes),
    withoutFacades(),
    eager(),
    cspHashes(),
  ],
  css: { postcss: { plugins: [hostProof()] } },
  resolve: {
    dedupe: ['react', 'react-dom'],
    alias: {
      'lodash.merge': path.join(import.meta.dirname, 'src/lib/mergeDictionaries.ts'),
      // video.js would draw captions by it, and leaves it on the window: the browser draws ours
      'videojs-vtt.js': path.join(import.meta.dirname, 'src/lib/nothing.ts'),
    },
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
        // what tells versions of a file apart does not compress, and the document names two hundred of them
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  // `npx vitest run path/to/one.test.ts` reads this file
  test: tests.test,
}))

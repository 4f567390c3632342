import { fileURLToPath } from 'node:url'
import { build, defineConfig } from 'vite'
import { browsers } from './browsers.ts'

const at = (to: string): string => fileURLToPath(new URL(`../../${to}`, import.meta.url))
const one = (name: string, empty: boolean) => ({
  root: at('.'),
  envDir: false as const,
  publicDir: false as const,
  build: {
    outDir: at('dist/player'),
    emptyOutDir: empty,
    target: browsers,
    sourcemap: false,
    reportCompressedSize: false,
    lib: {
      entry: at(`mock/player/${name}.ts`),
      formats: ['iife' as const],
      name: 'player',
      fileName: () => `${name}.js`,
    },
  },
})

/** The scripts of the page that plays packages of lessons, a file for each version: whoever plays one needs one. */
export default defineConfig({
  ...one('scorm12', true),
  plugins: [
    {
      name: 'the-other-version',
      closeBundle: async () => void (await build({ ...one('scorm2004', false), configFile: false, logLevel: 'warn' })),
    },
  ],
})

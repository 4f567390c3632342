import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Rules that need no document. */
const plain = ['src/contract/**/*.test.ts', 'src/lib/**/*.test.ts', 'src/*.test.ts']
const node = ['mock/**/*.test.ts', 'cli/**/*.test.ts', 'config/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/guard/**/*.test.ts']

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'node', environment: 'node', include: [...plain, ...node], testTimeout: 30_000, hookTimeout: 60_000 } },
      {
        resolve: { dedupe: ['react', 'react-dom'] },
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: plain,
          testTimeout: 20_000,
        },
      },
    ],
  },
})

import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { env } from '../env.ts'

/** Rules that need no document. */
const plain = ['src/contract/**/*.test.ts', 'src/lib/**/*.test.ts']
const node = [
  'mock/**/*.test.ts',
  'cli/**/*.test.ts',
  'config/**/*.test.ts',
  'tests/contract/**/*.test.ts',
  'tests/guard/**/*.test.ts',
]

/** They kill servers again and again, cut the power, fill the memory or carry whole databases over: `npm run test:whole`. */
const long = [
  'tests/contract/*.kill.test.ts',
  'tests/contract/import.{data,memory}.test.ts',
  'tests/contract/processes.test.ts',
  'tests/contract/{bench,import.steps}.test.ts',
  'mock/backup/postgres.test.ts',
  'mock/areas/contest/servers.test.ts',
  'mock/reset.test.ts',
  'mock/db/{kill,lock,pglite,power}.test.ts',
  'mock/db/testing/postgres.test.ts',
]

const define = { 'import.meta.env.VITE_FAULTS': 'true', 'import.meta.env.VITE_DEV_ROOT': '""' }

/**
 * The workers keep every core busy as it is: what the engine compiles and collects beside them only makes them change places, a tenth of the
 * processor's time where a machine is a guest of another.
 */
const oneThread = ['--single-threaded']

/** What a project does not inherit. */
const shared = {
  // nothing of ours lives at module level: files of one worker share what they import
  isolate: false,
  // `npm test` names at its end what failed only once
  retry: env.ci ? 1 : 0,
  // what a test makes lives as long as the test: a young generation of its size is collected a tenth as often
  execArgv: ['--max-semi-space-size=64', ...oneThread],
}

/**
 * What is waited for comes when it comes, also on a machine with much else to do: these only end what would never end. What a test expects
 * in time gives up a little before the test, so that it can say what it waited for.
 */
const patience = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: ms - 10_000 } },
})

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    // two cores wait a third of the time, for programs and clocks: a third worker fills it, and takes two gigabytes
    maxWorkers: os.totalmem() > 12 * 1024 ** 3 ? 3 : 2,
    projects: [
      {
        define,
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          include: [...plain, ...node],
          exclude: [...configDefaults.exclude, ...(env.whole ? [] : long)],
          ...patience(120_000),
          setupFiles: ['tests/support/fewer.ts', 'tests/support/settled.ts'],
        },
      },
      {
        define,
        resolve: { dedupe: ['react', 'react-dom'] },
        test: {
          ...shared,
          name: 'dom',
          // after the others: a worker that takes files of both by turns is made anew, with all its imports, at each turn
          sequence: { groupOrder: 1 },
          environment: 'happy-dom',
          // nothing is fetched: a linked style sheet counts as loaded
          environmentOptions: {
            happyDOM: { settings: { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true } },
          },
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: plain,
          ...patience(60_000),
          setupFiles: ['tests/support/fewer.ts', 'tests/support/settled.ts', 'tests/support/patient.ts'],
        },
      },
    ],
  },
})

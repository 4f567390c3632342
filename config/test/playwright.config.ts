import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { env } from '../env.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Journeys of minutes by a person's measure, for which the server's own tests stand otherwise: `npm run test:whole`. */
const long = ['browser/backup.test.ts', 'browser/life.test.ts']

/** Browser suites against the build. `npm test` finds the browser and says where it is. */
export default defineConfig({
  testDir: `${root}/tests`,
  testMatch: ['browser/**/*.test.ts', 'flows/**/*.test.ts'],
  testIgnore: env.whole ? [] : long,
  grepInvert: env.whole ? [] : /@long/,
  globalSetup: `${root}/tests/support/browser.setup.ts`,
  outputDir: `${root}/test-results`,
  workers: 2,
  forbidOnly: env.ci,
  // `npm test` names at its end what failed only once
  retries: env.ci ? 1 : 0,
  // what is waited for comes when it comes: these only end what would never end, also on a machine with much else to do
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // nobody waits for what slides in: a fifth of the processor; what moves is looked at where motion is the subject
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(env.chromiumPath ? { executablePath: env.chromiumPath } : {}),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // pages that a test makes up count as public and may not frame what is on this machine; and a renderer that nobody asked for is not begun
        '--disable-features=LocalNetworkAccessChecks,SpareRendererForSitePerProcess',
        // two pages keep two cores busy as it is: threads beside them only change places, a seventh of the processor's time
        '--in-process-gpu',
        '--num-raster-threads=1',
        '--js-flags=--single-threaded',
      ],
    },
  },
})

/** One server for all browser suites. Reached as `localhost` it is another origin than as `127.0.0.1`: so a host page embeds an app from elsewhere. */
import { freePort, startServed } from './served.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const port = await freePort()
  const range = await startServed({
    port,
    // nobody waits for what is counted down
    env: { RANGE_SIMULATION_SPEED: '20' },
    args: ['--hosts', `http://localhost:${port}`, '--package-port', String(await freePort())],
  })
  process.env['RANGE_TEST_URL'] = range.url
  process.env['RANGE_TEST_HOST_URL'] = `http://localhost:${port}`
  return () => range.stop()
}

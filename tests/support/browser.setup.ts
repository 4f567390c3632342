/** One server for all browser suites. Reached as `localhost` it is another origin than as `127.0.0.1`: so a host page embeds an app from elsewhere. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migratedCluster } from './database.ts'
import { freePort, startServed } from './served.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const port = await freePort()
  const data = mkdtempSync(path.join(os.tmpdir(), 'range-served-'))
  const forget = () => rmSync(data, { recursive: true, force: true })
  try {
    // the tables that the server's own tests made before; the demonstration it lays down itself
    cpSync(await migratedCluster(), path.join(data, 'db'), { recursive: true })
    const range = await startServed({ port, data, args: ['--hosts', `http://localhost:${port}`] })
    process.env['RANGE_TEST_URL'] = range.url
    process.env['RANGE_TEST_HOST_URL'] = `http://localhost:${port}`
    return async () => {
      await range.stop()
      forget()
    }
  } catch (e) {
    forget()
    throw e
  }
}

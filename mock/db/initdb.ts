/**
 * Makes an empty database in the directory given as the argument and ends. A process of its own, because initdb takes 800 MB that a
 * server would keep for good.
 */
import { Worker } from 'node:worker_threads'
import { syncTree } from './fsync.ts'
import { startPglite } from './pglite-core.ts'

const dir = process.argv[2]
if (dir === undefined) throw new Error('initdb needs a directory')
// initdb holds this thread for seconds; without the server that wanted it, it must not go on writing
new Worker(
  'const server = process.ppid; setInterval(() => process.ppid === server || process.kill(process.pid, "SIGKILL"), 50)',
  {
    eval: true,
    execArgv: [],
  },
)
const db = await startPglite(dir)
await db.close()
syncTree(dir)
process.exit(0)

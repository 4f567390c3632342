/**
 * Makes the database every installation begins with (`db/prepared.ts`) and ends. A process of its own, because initdb takes 800 MB that a
 * server would keep for good. Arguments: the file, or a folder for it to have its name in; and a folder to keep it in for the next time.
 */
import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { preparedName } from './db/prepared.ts'
import { emptyDatabase } from './emptyDatabase.ts'

const [target, cache] = process.argv.slice(2)
if (target === undefined) throw new Error('initdb needs a file or a folder')
// initdb holds this thread for seconds; without the process that wanted it, it must not go on writing
new Worker(
  'const starter = process.ppid; setInterval(() => process.ppid === starter || process.kill(process.pid, "SIGKILL"), 50)',
  {
    eval: true,
    execArgv: [],
  },
)
const folder = fs.statSync(target, { throwIfNoEntry: false })?.isDirectory()
fs.writeFileSync(folder ? path.join(target, preparedName()) : target, gzipSync(await emptyDatabase(cache)))
process.exit(0)

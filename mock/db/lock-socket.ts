/** A listening socket as a sign of life: the kernel closes it with the process, and whoever connects is told who it is. */
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ownJson } from '#src/contract/lib/typed.ts'

export interface DatabaseHolder {
  pid: number
  /** ISO time of the process's start. */
  started: string
  url?: string
  owner: boolean
}

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
/** The kernel keeps 104 to 108 bytes of a socket's path. */
const longest = 100
const patience = 1000

/** Runs the work with a path to the folder short enough for a socket in it, which may be a link from the temporary directory. */
async function near<T>(folder: string, name: string, work: (file: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path.join(folder, name)) <= longest) return work(path.join(folder, name))
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'range-'))
  try {
    fs.symlinkSync(folder, path.join(made, 'to'))
    return await work(path.join(made, 'to', name))
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}

/**
 * Listens under the name.
 * @returns ends it
 */
export async function standIn(
  folder: string,
  name: string,
  say: () => Omit<DatabaseHolder, 'pid' | 'started'>,
): Promise<() => void> {
  const server = net.createServer((caller) => {
    caller.on('error', () => {})
    caller.end(JSON.stringify({ pid: process.pid, started: startedAt, ...say() } satisfies DatabaseHolder))
  })
  server.unref()
  await near(
    folder,
    `.${name}`,
    (file) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', ({ code }: NodeJS.ErrnoException) =>
          reject(new Error(`no socket can be made in ${folder} (${code}): a data directory belongs on a local disk`)),
        )
        server.listen({ path: file, exclusive: true }, resolve)
      }),
  )
  // a socket that is bound but does not listen yet would look dead: it gets its name when it does
  fs.renameSync(path.join(folder, `.${name}`), path.join(folder, name))
  return () => {
    fs.rmSync(path.join(folder, name), { force: true })
    // stops listening at once; the callback would wait for callers that are still being told
    server.close()
  }
}

/** Who listens there: nobody any more, somebody who does not say, or somebody. */
export async function askDatabaseHolder(folder: string, name: string): Promise<'dead' | 'silent' | DatabaseHolder> {
  for (let tries = 0; tries < 5; tries++) {
    const answer = await near(folder, name, askOnce)
    if (answer !== 'closed') return answer
  }
  return 'silent'
}

/** `closed`: it went away while it was asked, or is about to. */
function askOnce(file: string): Promise<'dead' | 'silent' | 'closed' | DatabaseHolder> {
  return new Promise((resolve) => {
    let said = ''
    const caller = net.connect(file)
    caller.setTimeout(patience, () => {
      resolve('silent')
      caller.destroy()
    })
    caller.on('data', (text) => {
      said += text
    })
    caller.on('end', () => resolve(parsed(said)))
    caller.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve('dead')
      else resolve(code === 'ECONNRESET' || code === 'EPIPE' ? 'closed' : 'silent')
    })
  })
}

function parsed(said: string): 'silent' | 'closed' | DatabaseHolder {
  try {
    return said === '' ? 'closed' : ownJson<DatabaseHolder>(said)
  } catch {
    return 'silent'
  }
}

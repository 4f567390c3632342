import { type ChildProcess, fork, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const execArgv = ['--import', 'tsx']
const file = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))

/** One of the programs in this folder with a channel for messages; it ends with this process. */
export const forked = (name: string, ...args: string[]): ChildProcess =>
  fork(file(name), args, { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

/** One of the programs in this folder, its output as lines. */
export function spawned(name: string, args: string[], line: (text: string) => void): ChildProcess {
  const child = spawn(process.execPath, [...execArgv, file(name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout?.on('data', (text: Buffer) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const l of lines) line(l)
  })
  return child
}

/** Kills it and waits until it is gone and everything it wrote has been read. */
export function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('close', () => resolve())
    child.kill('SIGKILL')
  })
}

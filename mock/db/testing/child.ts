import { type ChildProcess, fork, spawn } from 'node:child_process'
import { program } from '#tests/support/program.ts'

/** One of our programs with a channel for messages; it ends with this process. */
export const forked = async (name: Parameters<typeof program>[0]): Promise<ChildProcess> =>
  fork(await program(name), { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

/** One of our programs, its output as lines. */
export async function spawned(
  name: Parameters<typeof program>[0],
  args: string[],
  line: (text: string) => void,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await program(name), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
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

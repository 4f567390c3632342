/** A QEMU as a process: started so that it dies with this server, known again by its number and its own words. */
import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { QemuError } from './qmp.ts'

/**
 * `prctl(PR_SET_PDEATHSIG)` ends it when the server is killed; no core files, few open files, and the server and its database come first where
 * processors are short. More (a share of the processors, a ceiling of memory) is for control groups, which nobody but root may make.
 */
const guard = ['--pdeathsig', 'KILL', '--', 'nice', '-n', '10', 'prlimit', '--core=0', '--nofile=256', '--']
/** Where memory runs out the kernel ends a machine before the server (`proc_pid_oom_score_adj(5)`). */
const first = '500'

async function running(pid: number, mark: string): Promise<boolean> {
  const line = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.includes(mark)
}

/** The number of the process that wrote the file, while it runs; numbers are used again, its words are not. */
export async function pidOf(file: string, mark: string): Promise<number | undefined> {
  const pid = Number(await fs.readFile(file, 'utf8').catch(() => ''))
  return pid > 0 && (await running(pid, mark)) ? pid : undefined
}

/**
 * Starts a QEMU and waits until it listens at `qmp`. What it complains of is kept in `errors`; the last line is the reason when it does not
 * start.
 */
export async function launch(
  args: readonly string[],
  { qmp: ready, errors }: { qmp: string; errors: string },
): Promise<void> {
  await fs.rm(ready, { force: true })
  const out = await fs.open(errors, 'w', 0o600)
  const child = spawn('setpriv', [...guard, 'qemu-system-x86_64', ...args], { stdio: ['ignore', out.fd, out.fd] })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.once('error', () => {
    ended = true
  })
  child.unref()
  await out.close()
  for (let waited = 0; waited < 10_000; waited += 25) {
    if (ended) break
    const there = await fs.access(ready).then(
      () => true,
      () => false,
    )
    if (there) {
      await fs.writeFile(`/proc/${child.pid}/oom_score_adj`, first).catch(() => {})
      return
    }
    await pause(25)
  }
  child.kill('SIGKILL')
  const said = (await fs.readFile(errors, 'utf8').catch(() => '')).trim().split('\n').at(-1) ?? ''
  throw new QemuError('refused', said || 'the machine did not start')
}

const leaves = async (pid: number, mark: string, ms: number): Promise<boolean> => {
  for (let waited = 0; waited < ms; waited += 25) {
    if (!(await running(pid, mark))) return true
    await pause(25)
  }
  return false
}
function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // it went by itself meanwhile
  }
}

/** Ends a process and waits until it is gone. */
export async function endProcess(file: string, mark: string): Promise<void> {
  const pid = await pidOf(file, mark)
  if (pid !== undefined) {
    signal(pid, 'SIGTERM')
    if (!(await leaves(pid, mark, 2000))) {
      signal(pid, 'SIGKILL')
      await leaves(pid, mark, 2000)
    }
  }
  await fs.rm(file, { force: true })
}

/** Waits for a process to end by itself. @returns whether it did */
export async function endsWithin(file: string, mark: string, ms: number): Promise<boolean> {
  const pid = await pidOf(file, mark)
  return pid === undefined || leaves(pid, mark, ms)
}

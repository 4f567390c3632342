/**
 * Ends a process when the one that started it is gone. npm passes on only some signals, and only to the shell it runs a script in; a process
 * that is killed passes on nothing. As a preload (`node --import`) it watches the parent of any process of ours.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const often = 300
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The parent of a process; undefined where the system does not say. */
function parentOf(pid) {
  try {
    // the name of a program, in parentheses, may itself contain any sign
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1])
  } catch {
    if (process.platform === 'win32') return undefined
    return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout) || undefined
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (e) {
    return e.code === 'EPERM'
  }
}

/** @param above also ends when the parent's own parent is gone: npm, behind the shell it runs scripts in */
export function endWithParent({ above = false } = {}) {
  const parent = process.ppid
  const grandparent = above ? parentOf(parent) : undefined
  const gone = () => process.ppid !== parent || (grandparent > 1 && !lives(grandparent))
  const timer = setInterval(() => {
    if (!gone()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, often)
  timer.unref()
  // who is ending already is left to it: a second signal would cut that short
  for (const signal of signals) {
    const heard = () => {
      clearInterval(timer)
      process.off(signal, heard)
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    }
    process.on(signal, heard)
  }
}

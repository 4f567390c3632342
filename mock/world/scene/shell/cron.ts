/** What cron would have done on a simulated node since somebody last looked at it. */
import { bytesOf, type Disk, diskText } from './disk.ts'
import type { Host } from './image.ts'

interface Job {
  every: number
  user: string
  line: string
}
/** When it was last looked at. */
const lastFile = '/run/cron.last'
const mostJobs = 20

function jobsOf(disk: Disk): Job[] {
  const files = ['/etc/crontab', ...disk.list('/etc/cron.d').map((n) => `/etc/cron.d/${n}`)]
  return files
    .flatMap((f) => (disk.stat(f)?.kind === 'file' ? diskText(disk.read(f, 'root')).split('\n') : []))
    .flatMap((l): Job[] => {
      const [, minutes = '', user = '', line = ''] =
        /^\s*(\*(?:\/\d+)?)\s+\*\s+\*\s+\*\s+\*\s+(\S+)\s+(.+)$/.exec(l) ?? []
      return minutes === '' ? [] : [{ every: Math.max(1, Number(minutes.slice(2) || 1)), user, line }]
    })
    .slice(0, mostJobs)
}

/** Those that a whole minute of theirs has passed for; they are not due again before the next. */
export function dueJobs(host: Host, disk: Disk, now: Date): Job[] {
  const jobs = jobsOf(disk)
  if (!jobs.length) return []
  const kept = disk.stat(lastFile) ? Date.parse(diskText(disk.read(lastFile, 'root'))) : Number.NaN
  const last = Number.isNaN(kept) || kept < host.since.getTime() ? host.since.getTime() : kept
  const due = jobs.filter(({ every }) => Math.floor(now.getTime() / 60_000 / every) > Math.floor(last / 60_000 / every))
  if (due.length) disk.write(lastFile, bytesOf(now.toISOString()), 'root')
  return due
}

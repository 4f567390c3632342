/** What /etc/sudoers lets somebody do. */
import path from 'node:path'
import { type Disk, diskText } from './disk.ts'
import { matchesGlob } from './language/glob.ts'

export interface Right {
  as: string
  free: boolean
  command: string
}

export function groupsOf(disk: Disk, user: string): string[] {
  const lines = disk.stat('/etc/group') ? diskText(disk.read('/etc/group', 'root')).split('\n') : []
  const more = lines.flatMap((l) => {
    const [name = '', , , members = ''] = l.split(':')
    return members.split(',').includes(user) ? [name] : []
  })
  return [user, ...more]
}

export function sudoRightsOf(disk: Disk, user: string): Right[] {
  const files = ['/etc/sudoers', ...disk.list('/etc/sudoers.d').map((n) => `/etc/sudoers.d/${n}`)]
  const who = new Set([user, ...groupsOf(disk, user).map((g) => `%${g}`)])
  return files
    .flatMap((f) => (disk.stat(f)?.kind === 'file' ? diskText(disk.read(f, 'root')).split('\n') : []))
    .flatMap((l): Right[] => {
      const [, name = '', as = 'root', free, commands = ''] =
        /^\s*(%?[\w.-]+)\s+\S+\s*=\s*(?:\(([^):]*)(?::[^)]*)?\))?\s*(NOPASSWD:)?\s*(.+)$/.exec(l) ?? []
      if (!who.has(name)) return []
      return commands.split(',').map((c) => ({ as, free: free !== undefined, command: c.trim() }))
    })
}

/** The right that a command of somebody falls under; a rule with words after the command takes only those. */
export function rightFor(rights: readonly Right[], as: string, words: readonly string[]): Right | undefined {
  const [name = '', ...args] = words
  return rights.find(({ as: who, command }) => {
    if (who !== 'ALL' && who !== as) return false
    if (command === 'ALL') return true
    const [allowed = '', ...rest] = command.split(/\s+/)
    const same = name.includes('/') ? plain(allowed) === plain(name) : path.posix.basename(allowed) === name
    return same && (rest.length === 0 || matchesGlob(rest.join(' '), args.join(' ')))
  })
}
const plain = (file: string): string => file.replace(/^\/(usr\/)?s?bin\//, '/usr/bin/')

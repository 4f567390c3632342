import { connectToServer, type Io } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { outFile, readJsonFile, writeFile } from '../files.ts'
import type { RegisterCommand } from '../program.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

interface Reach {
  role: { id: string; key: string; name: string }
  grants: 'all' | string[]
  screens: string[]
  routes: string[]
  at: string
}
const lacks = (a: readonly string[], b: readonly string[]) => a.filter((x) => !b.includes(x)).toSorted()

/** Two reaches side by side: what each has and the other lacks. */
function difference(a: Pick<Reach, 'screens' | 'routes'>, b: Pick<Reach, 'screens' | 'routes'>) {
  return {
    screens: { only_first: lacks(a.screens, b.screens), only_second: lacks(b.screens, a.screens) },
    routes: { only_first: lacks(a.routes, b.routes), only_second: lacks(b.routes, a.routes) },
  }
}

/** @throws CliError usage when it is no answer that was kept */
export function reachesOf(io: Io, name: string): Reach[] {
  const kept = readJsonFile(io, name)
  const lists = (r: unknown): r is Reach =>
    isRecord(r) && Boolean(r['role']) && Array.isArray(r['screens']) && Array.isArray(r['routes'])
  if (!Array.isArray(kept) || !kept.every(lists)) throw usageError(`${name} holds no answer saved with --save.`)
  return kept
}

/** Per role: screens it sees and calls it may make; between two roles or two moments with `--role`, `--and`, `--since`. */
export const auditPermissions: RegisterCommand = (parent, run, io) => {
  parent
    .command('audit')
    .description('what each role sees and may call on a server')
    .option('--api <url>', 'address of the server')
    .option('--role <name>', 'one role in full')
    .option('--and <name>', 'the difference between --role and this role')
    .option('--save <file>', 'save the answer for a later --since')
    .option('--force', 'overwrite an existing file')
    .option('--since <file>', 'the difference from an answer saved with --save')
    .addHelpText(
      'after',
      `
Examples:
  range permissions audit                       all roles in figures
  range permissions audit --role teacher --and student
  range permissions audit --save before.json    and later: --since before.json`,
    )
    .action(
      run(async (o: { api?: string; role?: string; and?: string; save?: string; force?: true; since?: string }) => {
        if (o.and !== undefined && !o.role) throw usageError('--and compares with --role: name both.')
        const before = o.since === undefined ? [] : reachesOf(io, o.since)
        const save = o.save === undefined ? undefined : outFile(io, o.save, o.force, '--save')
        const { items } = await connectToServer(io, o.api).client('GET /roles/reach')
        if (save !== undefined) writeFile(io, save, `${JSON.stringify(items, null, 2)}\n`)
        const pick = (name: string, from: readonly Reach[] = items) => {
          // a role that was made here has no key
          const called = ({ role: r }: Reach) => [r.key, r.name, r.id].includes(name)
          const found = name === '' ? undefined : from.find(called)
          if (!found)
            throw new CliError(
              'unknown_role',
              `There is no role ${name}. Roles: ${items.map((r) => r.role.key || r.role.name).join(', ')}.`,
              exits.notFound,
            )
          return found
        }
        if (o.since) {
          const ids = [...new Set([...before, ...items].map((r) => r.role.id))]
          const nothing = { screens: [], routes: [] }
          const changes = ids.map((id) => {
            const [a, b] = [before.find((r) => r.role.id === id), items.find((r) => r.role.id === id)]
            return { role: (b ?? a)?.role.name ?? id, ...difference(a ?? nothing, b ?? nothing) }
          })
          const lines = changes.flatMap((c) => [
            ...c.screens.only_second.map((n) => [c.role, '+', 'screen', n]),
            ...c.screens.only_first.map((n) => [c.role, '-', 'screen', n]),
            ...c.routes.only_second.map((n) => [c.role, '+', 'call', n]),
            ...c.routes.only_first.map((n) => [c.role, '-', 'call', n]),
          ])
          return {
            data: changes,
            ...(lines.length
              ? { table: { columns: ['role', '', 'what', 'name'], rows: lines } }
              : { text: 'Nothing changed.' }),
          }
        }
        if (o.and !== undefined) {
          const [a, b] = [pick(o.role ?? ''), pick(o.and)]
          const d = difference(a, b)
          const rows = [
            ...d.screens.only_first.map((n) => ['screen', n, a.role.name]),
            ...d.screens.only_second.map((n) => ['screen', n, b.role.name]),
            ...d.routes.only_first.map((n) => ['call', n, a.role.name]),
            ...d.routes.only_second.map((n) => ['call', n, b.role.name]),
          ]
          return {
            data: { first: a.role, second: b.role, ...d },
            ...(rows.length
              ? { table: { columns: ['what', 'name', 'only'], rows } }
              : { text: 'The two reach the same.' }),
          }
        }
        if (o.role !== undefined) {
          const r = pick(o.role)
          return {
            data: r,
            table: {
              columns: ['what', 'name'],
              rows: [...r.screens.map((n) => ['screen', n]), ...r.routes.map((n) => ['call', n])],
            },
          }
        }
        return {
          data: items,
          table: {
            columns: ['role', 'grants', 'screens', 'calls'],
            rows: items.map((r) => [
              r.role.name,
              r.grants === 'all' ? 'all' : r.grants.length,
              r.screens.length,
              r.routes.length,
            ]),
          },
        }
      }),
    )
}

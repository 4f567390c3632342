import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { PermissionTree } from '#src/contract/system/permissionTree.ts'
import { type Connection, connectToServer, type Io, toolEnv } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { readJsonFile } from '../files.ts'
import { compareTrees } from '../permissions/compare.ts'
import { type ManifestFinding, validateManifest } from '../permissions/manifest.ts'
import { asRole, asStranger, type Breach } from '../permissions/probe.ts'
import { ownTree, shippedRoles } from '../permissions/tree.ts'
import { validateTree } from '../permissions/validate.ts'
import type { RegisterCommand } from '../program.ts'
import { reachesOf } from './permissions-audit.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

interface Options {
  api?: string
  against?: string
  accept?: string
  probe: boolean
  probeAs?: string
}

/**
 * Checks a tree by itself, then against the contract: the product's own, a build's manifest, a file, or a running server's, which is asked
 * also whether it refuses whom it should. Exit 1 when something is found.
 */
export const validatePermissions: RegisterCommand = (parent, run, io) => {
  parent
    .command('validate')
    .description('find mistakes in a permission tree, and where a build or a server differs from this version')
    .option('--against <what>', 'a build folder, a manifest, or the address of a server')
    .option('--api <url>', 'address of the server to compare with; the same as --against')
    .option('--accept <file>', 'find what changed of roles since "permissions audit --save", more or less')
    .option('--no-probe', 'do not try the server’s calls without signing in')
    .option('--probe-as <name>', 'also try them as a user with few rights; password as for login')
    .addHelpText(
      'after',
      `
Examples:
  range permissions validate
  range build --manifest-only && range permissions validate --against dist
  range permissions validate --against http://localhost:8080
  range permissions validate --against https://range.example --probe-as guest

Of a build, what its manifest says of version, base, screens and files is
compared as well. A server is compared with this version call by call, screen
by screen and role by role, and every call that is not public is tried without
a session. Nothing is changed by that; refusals stand in the audit trail.`,
    )
    .action(
      run(async ({ api, ...given }: Options) => {
        if (api !== undefined && given.against !== undefined)
          throw usageError('--api and --against both name what to compare.')
        const against = api === undefined ? given.against : serverOf(api)
        const o = { ...given, ...(against === undefined ? {} : { against }) }
        const { tree, at, manifest = [] } = await treeOf(io, o.against)
        const own = ownTree()
        const accepted = o.accept === undefined ? undefined : acceptedRoles(io, o.accept)
        const findings = [
          ...manifest,
          ...validateTree(tree),
          ...(o.against === undefined ? [] : compareTrees(tree, { ...own, roles: shippedRoles() }, accepted)),
          ...(at ? await probed(io, at, tree, own, o) : []),
        ]
        const counted = `${tree.screens.length} screens, ${tree.routes.length} calls, ${tree.roles.length} roles`
        return {
          data: {
            sound: findings.length === 0,
            screens: tree.screens.length,
            calls: tree.routes.length,
            roles: tree.roles.length,
            findings,
          },
          exit: findings.length ? exits.failed : exits.ok,
          ...(findings.length
            ? { table: { columns: ['finding', 'at', 'detail'], rows: findings.map((f) => [f.code, f.at, f.detail]) } }
            : { text: `Sound: ${counted}.` }),
        }
      }),
    )
}

/** Roles that were looked at and kept. */
function acceptedRoles(io: Io, file: string): PermissionTree['roles'] {
  const kept = reachesOf(io, file)
  const shipped = shippedRoles()
  return kept.map(({ role: { key, name }, grants }) => ({
    key,
    name,
    admin: key === '' || (shipped.find((s) => s.key === key)?.admin ?? false),
    permissions: grants,
  }))
}

async function probed(
  io: Io,
  at: Connection,
  tree: PermissionTree,
  own: PermissionTree,
  o: Options,
): Promise<Breach[]> {
  const there = new Set(tree.routes.map((r) => r.key))
  // what the server does not have it cannot refuse; what it has is held to this version and not to its own word
  const wanted = { ...own, routes: own.routes.filter((r) => there.has(r.key)) }
  const found = o.probe ? await asStranger(wanted, at.knock()) : []
  if (o.probeAs === undefined) return found
  const { password } = toolEnv(io)
  const secret = password ?? (io.interactive ? await io.ask(`Password of ${o.probeAs}: `, true) : undefined)
  if (!secret) throw new CliError('no_password', 'Set RANGE_PASSWORD, or run it on a terminal.', exits.usage)
  const guest = connectToServer(io, at.api, '')
  const session = await guest.client('POST /session', { body: { username: o.probeAs, password: secret } })
  try {
    const { name, key } = session.user.role
    const role = tree.roles.find((r) => (key ? r.key === key : r.name === name))
    if (!role || role.permissions === 'all')
      throw usageError(`${o.probeAs} may do everything. Name a user with few rights.`)
    return [...found, ...(await asRole(wanted, { name, permissions: role.permissions }, at.knock(session.token)))]
  } finally {
    await connectToServer(io, at.api, session.token).client('DELETE /session')
  }
}

/** What `--api` takes everywhere is never a file. @throws CliError usage */
function serverOf(api: string): string {
  if (/^https?:/.test(api)) return api
  throw usageError(`${api} is not the address of a server. Write it in full, such as http://localhost:8080.`)
}

interface TreeAsked {
  tree: PermissionTree
  /** The server that published it. */
  at?: Connection
  /** What is wrong with the manifest that holds it. */
  manifest?: ManifestFinding[]
}

async function treeOf(io: Io, against: string | undefined): Promise<TreeAsked> {
  if (against === undefined) return { tree: { ...ownTree(), roles: shippedRoles() } }
  if (/^https?:/.test(against)) {
    const at = connectToServer(io, against)
    const tree = await at.client('GET /roles/tree').catch((e: unknown) => {
      if (e instanceof CliError && e.exit === exits.notFound)
        throw new CliError('no_tree', `${at.api} publishes no permission tree: it is of another version.`)
      throw e
    })
    return { tree: parsed(tree, at.api), at }
  }
  const at = path.resolve(io.cwd, against)
  const file = existsSync(at) && statSync(at).isDirectory() ? path.join(at, 'manifest.json') : at
  if (!existsSync(file))
    throw new CliError(
      'no_manifest',
      `${file} does not exist. Create it: range build, or for an existing build range build --manifest-only`,
      exits.usage,
    )
  const raw = readJsonFile(io, file)
  if (!isRecord(raw) || raw['permissions'] === undefined) return { tree: parsed(raw, file) }
  return {
    tree: parsed(raw['permissions'], file),
    manifest: validateManifest(raw, ownTree(), path.dirname(file)),
  }
}

function parsed(raw: unknown, from: string): PermissionTree {
  const found = PermissionTree.safeParse(raw)
  if (found.success) return found.data
  throw new CliError(
    'bad_manifest',
    `${from} holds no permission tree of this version: ${where(found.error)}.`,
    exits.usage,
  )
}

const where = (e: z.ZodError) =>
  e.issues
    .slice(0, 3)
    .map((i) => `${i.path.join('.') || 'top'} ${i.message}`)
    .join('; ')

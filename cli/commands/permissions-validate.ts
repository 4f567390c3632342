import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { connect } from '../context.ts'
import { CliError, exits } from '../errors.ts'
import { readJson } from '../files.ts'
import { ownTree, Tree } from '../permissions/tree.ts'
import { validateTree } from '../permissions/validate.ts'
import type { Io } from '../context.ts'
import type { Register } from '../program.ts'

/** Checks a tree: the product's own, a build's manifest, a file, or a running server's with its roles. Exit 1 when something is found. */
export const validatePermissions: Register = (parent, run, io) => {
  parent
    .command('validate')
    .description('find duplicates, orphans, circles, dead ends, unknown names and missing server rules')
    .option(
      '--against <what>',
      'a build folder or manifest file, or the address of a server (its roles are checked too)',
    )
    .addHelpText(
      'after',
      `
Examples:
  range permissions validate                          this version's own tree
  range permissions validate --against dist           that of a build
  range permissions validate --against http://localhost:8080`,
    )
    .action(
      run(async (o: { against?: string }) => {
        const tree = await treeOf(io, o.against)
        const findings = validateTree(tree)
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

async function treeOf(io: Io, against: string | undefined): Promise<Tree> {
  if (against === undefined) return ownTree()
  if (/^https?:/.test(against)) {
    const { items } = await connect(io, against).client('GET /roles/reach')
    return { ...ownTree(), roles: items.map((r) => ({ name: r.role.name, permissions: r.grants })) }
  }
  const at = path.resolve(io.cwd, against)
  const file = existsSync(at) && statSync(at).isDirectory() ? path.join(at, 'manifest.json') : at
  if (!existsSync(file))
    throw new CliError('no_manifest', `${file} is not there. Run "range build" first.`, exits.usage)
  const raw = readJson(io, file)
  const found = Tree.safeParse((raw as { permissions?: unknown } | null)?.permissions ?? raw)
  if (!found.success)
    throw new CliError('bad_manifest', `${file} holds no permission tree: ${where(found.error)}.`, exits.usage)
  return found.data
}

const where = (e: z.ZodError) =>
  e.issues
    .slice(0, 3)
    .map((i) => `${i.path.join('.') || 'top'} ${i.message}`)
    .join('; ')

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { CliError } from '../errors.ts'
import { ownTree } from '../permissions/tree.ts'
import { ownVersion, projectRoot } from '../project.ts'
import type { RegisterCommand } from '../program.ts'

function* files(dir: string, below = ''): Generator<string> {
  for (const e of readdirSync(path.join(dir, below), { withFileTypes: true })) {
    const at = path.join(below, e.name)
    if (e.isDirectory()) yield* files(dir, at)
    else yield at.split(path.sep).join('/')
  }
}

/** Builds app, server and CLI and writes `dist/manifest.json`: version, base, screens, permission tree, sizes in bytes. */
export const build: RegisterCommand = (parent, run, io) => {
  parent
    .command('build')
    .description('build the app and write its manifest')
    .option('--foreign-api', 'for a platform with its own server: leaves out what only the stand-in server understands')
    .option('--manifest-only', 'write the manifest of the existing build')
    .action(
      run(async (o: { foreignApi?: boolean; manifestOnly?: boolean }) => {
        const root = projectRoot()
        if (!root) throw new CliError('no_project', 'The sources are not here: build from a checkout.')
        if (!o.manifestOnly)
          await new Promise<void>((done, failed) => {
            const child = spawn(process.execPath, [path.join(root, 'config/run/build.mjs')], {
              cwd: root,
              stdio: ['ignore', 'pipe', 'pipe'],
              env: { ...process.env, ...(o.foreignApi ? { RANGE_API: 'foreign' } : {}) },
            })
            child.stdout.on('data', (d: Buffer) => io.err(d.toString()))
            child.stderr.on('data', (d: Buffer) => io.err(d.toString()))
            child.on('error', failed)
            child.on('exit', (code) =>
              code === 0 ? done() : failed(new CliError('build_failed', `The build ended with ${code}.`)),
            )
          })
        const dist = path.join(root, 'dist')
        const client = path.join(dist, 'client')
        if (!existsSync(client))
          throw new CliError('no_build', 'There is no build. Run "range build" without --manifest-only.')
        const version = ownVersion()
        const sizes = [...files(client)].toSorted().map((file) => {
          const bytes = readFileSync(path.join(client, file))
          return {
            file,
            bytes: bytes.length,
            gzip: gzipSync(bytes, { level: 9 }).length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
          }
        })
        const permissions = ownTree()
        const manifest = {
          version,
          base: '/page/mg/',
          screens: permissions.screens.map(({ name, path: at, layout, built }) => ({ name, path: at, layout, built })),
          permissions,
          files: sizes,
          total: { bytes: sizes.reduce((n, f) => n + f.bytes, 0), gzip: sizes.reduce((n, f) => n + f.gzip, 0) },
        }
        const file = path.join(dist, 'manifest.json')
        writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
        const { built, all } = {
          built: permissions.screens.filter((s) => s.built).length,
          all: permissions.screens.length,
        }
        return {
          data: { manifest: file, version, screens: all, built, files: sizes.length, total: manifest.total },
          text: `${file}: version ${version}, ${built} of ${all} screens, ${sizes.length} files, ${Math.round(manifest.total.gzip / 1024)} KiB gzip.`,
        }
      }),
    )
}

import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CliError } from '../errors.ts'
import { buildManifestOf } from '../permissions/manifest.ts'
import { ownTree } from '../permissions/tree.ts'
import { projectRoot } from '../project.ts'
import type { RegisterCommand } from '../program.ts'

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
        const permissions = ownTree()
        const manifest = buildManifestOf(client, permissions)
        const { version, files } = manifest
        const file = path.join(dist, 'manifest.json')
        writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
        const { built, all } = {
          built: permissions.screens.filter((s) => s.built).length,
          all: permissions.screens.length,
        }
        return {
          data: { manifest: file, version, screens: all, built, files: files.length, total: manifest.total },
          text: `${file}: version ${version}, ${built} of ${all} screens, ${files.length} files, ${Math.round(manifest.total.gzip / 1024)} KiB gzip.`,
        }
      }),
    )
}

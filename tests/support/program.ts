/** Programs of ours that tests run as processes of their own, as JavaScript: each starts in a third of the time it takes from TypeScript. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { cached } from '#config/cache.ts'
import { nodeBuild, withDatabase, withFolder } from '#config/vite/node.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = path.join(root, 'node_modules/.cache/range-database')
const programs = {
  index: 'mock/index.ts',
  'pglite.worker': 'mock/db/pglite.worker.ts',
  'reader.worker': 'mock/thread/reader.worker.ts',
  'shell.worker': 'mock/world/scene/simulated/shell.worker.ts',
  initdb: 'mock/initdb.ts',
  writer: 'mock/db/testing/writer.ts',
  starter: 'mock/db/testing/starter.ts',
  contender: 'mock/db/testing/contender.ts',
  recorder: 'mock/db/testing/recorder.ts',
  range: 'cli/index.ts',
  importServer: 'tests/contract/support/importServer.ts',
}

function digest(): string {
  const sum = createHash('sha256')
  const visit = (name: string): void => {
    const at = path.join(root, name)
    if (fs.statSync(at).isDirectory()) for (const inner of fs.readdirSync(at).sort()) visit(`${name}/${inner}`)
    else if (!/\.test\.tsx?$/.test(name)) sum.update(`\0${name}\0`).update(fs.readFileSync(at))
  }
  for (const name of [
    'mock',
    'cli',
    'src/contract',
    'src/lib',
    'config/cache.ts',
    'config/vite',
    'tests/support',
    'tests/contract/support',
  ])
    visit(name)
  return sum.digest('hex').slice(0, 32)
}

/** A program that brings the tool along that builds it does not start: what it needs stands in a file without it. */
const withoutVite: Plugin = {
  name: 'without-vite',
  resolveId(id, from) {
    if (id === 'vite') this.error(`${from} brings vite into a program`)
  },
}

let folder: Promise<string> | undefined

/** The file of a program; all are built once, in a folder below `node_modules` where they find their packages. */
export async function program(name: keyof typeof programs): Promise<string> {
  folder ??= cached(cache, `${digest()}.programs`, async (outDir) => {
    const input = Object.fromEntries(Object.entries(programs).map(([as, from]) => [as, path.join(root, from)]))
    const migrations = withFolder(path.join(root, 'mock/db/migrations'), path.join(outDir, 'migrations'))
    const clips = withFolder(path.join(root, 'mock/seed/course/clips'), path.join(outDir, 'clips'))
    await build({
      ...nodeBuild(outDir, input, [withoutVite, migrations, clips, withDatabase(outDir)]),
      configFile: false,
      logLevel: 'silent',
    })
  })
  return path.join(await folder, `${name}.js`)
}

import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import { limits } from '#src/contract/limits.ts'
import { type Connection, connect, type Io } from '../context.ts'
import { CliError, exits } from '../errors.ts'
import { progress } from '../output.ts'
import type { Register } from '../program.ts'

type Package = z.output<typeof ImportPackage>
interface Options {
  api?: string
  apply?: boolean
  onDuplicate: 'ask' | 'skip' | 'overwrite'
  json?: boolean
}
const busy = new Set(['planning', 'applying', 'undoing'])

/** Uploads zips, shows the plan of each and, with `--apply`, writes them. An upload that broke off goes on where it stopped. */
export const importZips: Register = (parent, run, io) => {
  parent
    .command('import')
    .description('plan the import of resource zips, and apply it with --apply')
    .argument('<zip...>', 'resource packages or zips of a known format')
    .option('--api <url>', 'address of the API')
    .option('--apply', 'write what the plan says')
    .option('--on-duplicate <what>', 'rows that differ from what stands: ask, skip or overwrite', 'ask')
    .action(
      run(async (zips: string[], o: Options) => {
        if (!['ask', 'skip', 'overwrite'].includes(o.onDuplicate))
          throw new CliError('usage', '--on-duplicate takes ask, skip or overwrite.', exits.usage)
        for (const zip of zips) check(path.resolve(io.cwd, zip))
        const at = connect(io, o.api)
        const done: Package[] = []
        for (const zip of zips) done.push(await one(io, at, path.resolve(io.cwd, zip), o))
        const failed = done.filter((p) => p.state === 'failed')
        return {
          data: done,
          table: {
            columns: ['zip', 'state', 'new', 'changed', 'same', 'refused', 'import'],
            rows: done.map((p) => [
              p.file_name,
              p.problem
                ? `${p.state}: ${p.problem}${p.details?.['code'] ? ` (${String(p.details['code'])})` : ''}`
                : p.state,
              p.counts.new,
              p.counts.changed,
              p.counts.same,
              p.counts.refused,
              p.id,
            ]),
          },
          exit: failed.length ? exits.failed : exits.ok,
        }
      }),
    )
}

function check(file: string): void {
  if (!existsSync(file) || !statSync(file).isFile()) throw new CliError('no_file', `${file} is not there.`, exits.usage)
  if (!/\.zip$/i.test(file)) throw new CliError('not_a_zip', `${file} is not a zip: imports are zips.`, exits.usage)
  if (statSync(file).size > limits.importZip)
    throw new CliError('too_large', `${file} is larger than ${limits.importZip / 1024 / 1024} MiB.`, exits.usage)
}

async function one(io: Io, at: Connection, file: string, o: Options): Promise<Package> {
  const bar = progress(io, o.json === true)
  try {
    const upload = await send(at, file, (share) => bar.at(`${path.basename(file)} upload`, share))
    const begun = await at.client('POST /imports', { body: { upload_id: upload } })
    let p = await settled(at, begun, (share) => bar.at(`${path.basename(file)} plan`, share))
    if (o.apply && p.state === 'planned') {
      let onDuplicate = o.onDuplicate
      if (onDuplicate === 'ask' && p.counts.changed > 0) {
        bar.done()
        if (!io.interactive)
          throw new CliError(
            'duplicate_data',
            `${p.counts.changed} rows of ${p.file_name} differ from what stands. Say --on-duplicate skip or overwrite.`,
            exits.conflict,
            { id: p.id, counts: p.counts },
          )
        const answer = (
          await io.ask(`${p.counts.changed} rows of ${p.file_name} differ from what stands. Overwrite them? [y/N] `)
        ).trim()
        onDuplicate = /^y(es)?$/i.test(answer) ? 'overwrite' : 'skip'
      }
      const applying = await at.client('POST /imports/:id/apply', {
        params: { id: p.id },
        body: { digest: p.digest, on_duplicate: onDuplicate },
      })
      p = await settled(at, applying, (share) => bar.at(`${path.basename(file)} apply`, share))
    }
    return p
  } finally {
    bar.done()
  }
}

/** Sends the file in parts from wherever the server has it; a part that breaks is tried again from the server's place. */
async function send(at: Connection, file: string, onShare: (share: number) => void): Promise<string> {
  const size = statSync(file).size
  let upload = await at.client('POST /uploads', { body: { name: path.basename(file), size } })
  const handle = await open(file, 'r')
  try {
    let tries = 0
    while (upload.offset < size) {
      const length = Math.min(upload.chunk, size - upload.offset)
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, upload.offset)
      try {
        upload = (await at.send(
          {
            key: 'PATCH /uploads/:id',
            method: 'PATCH',
            path: `/uploads/${upload.id}`,
            query: { offset: upload.offset },
            body: buffer,
          },
          { as: 'upload' },
        )) as typeof upload
        tries = 0
      } catch (e) {
        const worth =
          e instanceof CliError && (e.code === 'offset_mismatch' || e.code === 'unreachable' || e.code === 'busy')
        if (!worth || ++tries > 5) throw e
        await wait(300 * 2 ** tries)
        upload = await at.client('GET /uploads/:id', { params: { id: upload.id } })
      }
      onShare(upload.offset / size)
    }
  } finally {
    await handle.close()
  }
  return upload.id
}

async function settled(at: Connection, from: Package, onShare: (share: number) => void): Promise<Package> {
  let p = from
  for (let pause = 100; busy.has(p.state); pause = Math.min(1000, pause * 1.5)) {
    await wait(pause)
    p = await at.client('GET /imports/:id', { params: { id: p.id } })
    onShare(p.progress)
  }
  return p
}

/**
 * The bytes of an upload on disk. Every part that came whole is a file of its own, named by its offset, and never touched again; a part on
 * its way has another name. So a part that breaks leaves the upload at its old offset, and two that race cannot mix.
 */
import { createHash } from 'node:crypto'
import { createReadStream, renameSync, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Fail } from '#mock/http/request/handler.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

export const uploadsIn = (files: string): string => path.join(files, 'uploads')
const folderOf = (files: string, id: string) => path.join(uploadsIn(files), id)
const partAt = (offset: number) => `${String(offset).padStart(15, '0')}.part`

export interface ReceivedPart {
  size: number
  /** Gives the part its place, or forgets it. Synchronous and repeatable: they run inside a transaction that may run again. */
  keep(): void
  drop(): void
}

/** Sets a part down, synced to disk; stops reading at the first byte over `max`. */
export async function receive(
  stream: AsyncIterable<Buffer>,
  { files, id, offset, name, max }: { files: string; id: string; offset: number; name: string; max: number },
): Promise<ReceivedPart> {
  const folder = folderOf(files, id)
  await fs.mkdir(folder, { recursive: true })
  const temporary = path.join(folder, `${name}.arriving`)
  const drop = () => rmSync(temporary, { force: true })
  let size = 0
  try {
    const file = await fs.open(temporary, 'wx')
    try {
      for await (const chunk of stream) {
        size += chunk.length
        if (size > max) throw new Fail('too_large', { max })
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (e) {
    drop()
    const code = codeOf(e)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Fail('quota_full')
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ABORT_ERR')
      throw new Fail('malformed', { reason: 'unfinished' })
    throw e
  }
  let kept = false
  return {
    size,
    keep() {
      if (!kept) renameSync(temporary, path.join(folder, partAt(offset)))
      kept = true
    },
    drop,
  }
}

/**
 * Puts the parts together as `<id>.zip`, which has its name only once it is whole and synced.
 * @param tick called all the way; what it throws ends the work
 * @returns where it is, and its SHA-256 in hex
 * @throws Error when bytes are missing
 */
export async function assemble(
  files: string,
  id: string,
  size: number,
  tick: () => Promise<void>,
): Promise<{ file: string; sha256: string }> {
  const folder = folderOf(files, id)
  const file = path.join(folder, `${id}.zip`)
  const hash = createHash('sha256')
  if ((await fs.stat(file).catch(() => undefined))?.size === size) {
    const chunks: AsyncIterable<Buffer> = createReadStream(file)
    for await (const chunk of chunks) {
      hash.update(chunk)
      await tick()
    }
    return { file, sha256: hash.digest('hex') }
  }
  const out = await fs.open(`${file}.part`, 'w')
  let at = 0
  try {
    while (at < size) {
      const from = at
      const chunks: AsyncIterable<Buffer> = createReadStream(path.join(folder, partAt(at)))
      for await (const chunk of chunks) {
        hash.update(chunk)
        await out.writeFile(chunk)
        await tick()
        at += chunk.length
      }
      if (at === from) throw new Error(`upload ${id} has an empty part at ${at}`)
    }
    if (at !== size) throw new Error(`upload ${id} has ${at} bytes and not ${size}`)
    await out.sync()
  } finally {
    await out.close()
  }
  await fs.rename(`${file}.part`, file)
  for (const name of await fs.readdir(folder)) if (name.endsWith('.part')) await fs.rm(path.join(folder, name))
  return { file, sha256: hash.digest('hex') }
}

export const dropUpload = (files: string, id: string): Promise<void> =>
  fs.rm(folderOf(files, id), { recursive: true, force: true })

/** Removes the folders of uploads that are not in `known`, and parts that were on their way when their server ended. */
export async function sweepUploads(files: string, known: ReadonlySet<string>): Promise<number> {
  let swept = 0
  for (const id of await fs.readdir(uploadsIn(files)).catch(() => [])) {
    if (!known.has(id)) {
      await dropUpload(files, id)
      swept++
      continue
    }
    for (const name of await fs.readdir(folderOf(files, id)))
      if (name.endsWith('.arriving')) await fs.rm(path.join(folderOf(files, id), name), { force: true })
  }
  return swept
}

/** The bytes of a file on their way: in parts, from wherever the server has the same content already. */
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { UploadUse } from '#src/contract/import/import.ts'
import type { Connection } from '../context.ts'
import { CliError } from '../errors.ts'

/** Whether another try may help: the server is away or busy, or has the file at another place than we thought. */
export const worthTrying = (e: unknown): boolean =>
  e instanceof CliError && ['offset_mismatch', 'unreachable', 'busy'].includes(e.code)

const mostTries = 5

/** SHA-256 in hex; the server goes on with an upload of this content only. */
async function digestOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { signal })
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * @param onShare 0 to 1 as it goes
 * @returns id of the upload
 * @throws CliError interrupted when the signal comes; what has arrived stays for a day
 */
export async function send(
  at: Connection,
  file: string,
  signal: AbortSignal,
  onShare: (share: number) => void,
  use: UploadUse = 'import',
): Promise<string> {
  const { size } = statSync(file)
  const sha256 = await digestOf(file, signal)
  let upload = await at.client('POST /uploads', { body: { name: path.basename(file), size, sha256, use } }, { signal })
  const handle = await open(file, 'r')
  try {
    let tries = 0
    while (upload.offset < size) {
      onShare(upload.offset / size)
      const length = Math.min(upload.chunk, size - upload.offset)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, upload.offset)
      if (bytesRead < length) throw new CliError('file_changed', `${file} became shorter while it was read.`)
      try {
        upload = await at.upload(
          'PATCH /uploads/:id',
          { params: { id: upload.id }, query: { offset: upload.offset }, body: buffer },
          { signal },
        )
        tries = 0
      } catch (e) {
        if (!worthTrying(e) || ++tries > mostTries) throw e
        await wait(300 * 2 ** tries, undefined, { signal })
        upload = await at
          .client('GET /uploads/:id', { params: { id: upload.id } }, { signal })
          .catch((again: unknown) => {
            if (worthTrying(again)) return upload
            throw again
          })
      }
    }
    onShare(1)
  } finally {
    await handle.close()
  }
  return upload.id
}

/** A second look at a disk by `qemu-img`, where it is installed: by the format our own reader found and no other, for a bounded time. */
import { execFile } from 'node:child_process'
import type { ImageFormat } from '#src/contract/image/image.ts'
import type { ImageReason } from '#src/contract/image/status.ts'
import { codeOf, ownJson } from '#src/contract/lib/typed.ts'

const names: Partial<Record<ImageFormat, string>> = {
  qcow2: 'qcow2',
  vmdk: 'vmdk',
  vdi: 'vdi',
  vhd: 'vpc',
  vhdx: 'vhdx',
  raw: 'raw',
}
const patience = 20_000
const mostOutput = 1_048_576

interface Info {
  'virtual-size'?: number
  'backing-filename'?: string
  encrypted?: boolean
  snapshots?: unknown[]
  'format-specific'?: { data?: { 'data-file'?: string } }
}

export type Inspection = { ok: true; virtual_size?: number; snapshots?: number } | { ok: false; reason: ImageReason }

/** Says nothing against what it does not know: no program here, or no disk. */
export async function inspectDisk(file: string, format: ImageFormat, program = 'qemu-img'): Promise<Inspection> {
  const name = names[format]
  if (!name) return { ok: true }
  const text = await new Promise<string | Error>((done) => {
    execFile(
      program,
      ['info', '--output=json', '-f', name, file],
      { timeout: patience, killSignal: 'SIGKILL', maxBuffer: mostOutput },
      (error, out) => done(error ?? out),
    )
  })
  if (text instanceof Error) return codeOf(text) === 'ENOENT' ? { ok: true } : { ok: false, reason: 'damaged' }
  let info: Info
  try {
    info = ownJson<Info>(text)
  } catch {
    return { ok: false, reason: 'damaged' }
  }
  if (info['backing-filename'] !== undefined) return { ok: false, reason: 'backing_file' }
  if (info['format-specific']?.data?.['data-file'] !== undefined) return { ok: false, reason: 'external_data' }
  if (info.encrypted) return { ok: false, reason: 'encrypted' }
  return { ok: true, virtual_size: info['virtual-size'] ?? 0, snapshots: info.snapshots?.length ?? 0 }
}

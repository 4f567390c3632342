/** A package that has come: read in the thread for foreign files, refused by what is wrong with it, kept as what its manifest says. */
import { packageFaults } from '#src/contract/course/package.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import { isOneOf } from '#src/contract/lib/typed.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Overrun } from '#mock/thread/pool.ts'
import { isReadError } from '#mock/thread/tasks.ts'
import type { Threads } from '#mock/thread/threads.ts'
import type { CourseFileVerdict } from '../media/probe.ts'

/** Milliseconds of processor time. */
const patience = 10_000

export async function probePackage(threads: Pick<Threads, 'read'>, file: string): Promise<CourseFileVerdict> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the task answers
    const manifest = (await threads.read.run({ kind: 'lesson-package', file }, patience)) as ScormManifest
    return { ok: true, type: null, seconds: null, manifest }
  } catch (e) {
    if (e instanceof Overrun) return { ok: false, fault: 'package_slow', line: null }
    if (isReadError(e) && 'zip' in e) return { ok: false, fault: 'package_zip', line: null, detail: e.zip }
    if (isReadError(e) && 'refusal' in e && isOneOf(packageFaults, e.refusal))
      return {
        ok: false,
        fault: e.refusal,
        line: e.refusal === 'package_xml' ? Number(e.place) || 1 : null,
        detail: e.place,
      }
    throw e
  }
}

export async function manifestsOf(q: Queryable, files: readonly string[]): Promise<ReadonlyMap<string, ScormManifest>> {
  if (!files.length) return new Map()
  const { rows } = await q.query<{ id: string; manifest: ScormManifest }>(
    'select attachment_id as id, manifest from course_file where attachment_id = any($1::text[]) and manifest is not null',
    [[...files]],
  )
  return new Map(rows.map((r) => [r.id, r.manifest]))
}

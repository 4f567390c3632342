/** A course to be taken along, for whoever keeps it. */
import { createReadStream } from 'node:fs'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import { courseLeftOutFile } from '#src/contract/course/course.ts'
import { labelsOf } from '#mock/crud/references.ts'
import { type ZipEntry, zipOf } from '#mock/crud/zipped.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { attachmentFile } from '../../bank/attachment/store.ts'
import { courseFor } from '../course.ts'
import { cartridgeEntries, leftOutText } from './cartridge.ts'
import { gatherCourse } from './gather.ts'
import { courseEntries, type CourseOfFile } from './package.ts'

export const exportCourse: Handler<'GET /courses/:id/file'> = async (c) => {
  const { q, params, query, platform, audit } = c
  const { format } = query
  const doc = await courseFor(c, params.id, 'export')
  const g = await gatherCourse(c, doc)
  const directions = await labelsOf({ q }, 'direction', [doc.data.direction_id])
  const name = doc.data.name ?? ''
  const course: CourseOfFile = {
    id: doc.id,
    name,
    data: doc.data,
    direction: directions.get(doc.data.direction_id ?? '') ?? '',
  }
  audit({ entity: 'course', id: doc.id, details: { format, count: g.questions.length, skipped: g.left.length } })
  const open = (file: string) => createReadStream(attachmentFile(platform.files, file))
  async function* whole(): AsyncGenerator<ZipEntry> {
    if (format === 'cartridge') return yield* cartridgeEntries(course, g, open)
    yield* courseEntries(course, g, platform.now(), open)
    if (g.left.length) yield { name: courseLeftOutFile, bytes: leftOutText(g.left) }
  }
  return {
    name: `${fileNameOf(name)}.${format === 'cartridge' ? 'imscc' : 'zip'}`,
    type: 'application/zip',
    body: zipOf(whole()),
  }
}

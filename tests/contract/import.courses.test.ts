/** Courses that come as files: planned, written as drafts, the same again, changed where the file or somebody here changed them, gone with an undo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layDirection } from '#tests/support/course.ts'
import { apply, type Files, folderFiles, planned, realData, rowsOf, undo, upload, zipped } from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
let direction_id: string
beforeAll(async () => {
  s = await testServer()
  direction_id = await layDirection(s, 'Security')
})
afterAll(() => s.close())

interface Into {
  set_id?: string
  direction_id?: string
}
async function plan(name: string, bytes: Buffer, into: Into = { direction_id }, as: As = 'super') {
  const upload_id = await upload(s, bytes, as, name)
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'courses', ...into } }, as)
  return planned(s, id, as)
}
const zip = (files: Files) => zipped(files)
const outline = (id: string) => s.ok('GET /courses/:id/outline', { params: { id } }, 'super')
const courseOf = async (name: string) =>
  (await s.ok('GET /courses', { query: { q: name } }, 'super')).items.find((c) => c.name === name)

const security = realData('courses/security-101')

describe('security-101', () => {
  it.skipIf(!security)('is one course in two languages with 8 chapters and 32 lessons', async () => {
    const p = await plan('security-101.zip', zip(folderFiles(security ?? '')))
    expect(p.problem).toBeNull()
    const rows = await rowsOf(s, p.id)
    console.log(
      JSON.stringify(p.resources.map((r) => [r.resource, r.counts])),
      rows.filter((r) => r.resource === 'course'),
    )
    expect(rows.filter((r) => r.resource === 'course')).toHaveLength(1)
    expect(rows.filter((r) => r.resource === 'course-lesson')).toHaveLength(32)
    const done = await apply(s, p)
    console.log(done.status, JSON.stringify(done.body).slice(0, 600))
    const c = await courseOf('Cybersecurity for Beginners')
    expect(c).toMatchObject({ status: 'draft', language: 'en-US', lessons: 32 })
    const o = await outline(c?.id ?? '')
    console.log(o.draft.chapters.map((x) => [x.title, x.title_other, x.lessons.length]))
    expect(o.draft.chapters).toHaveLength(8)
    const u = await undo(s, done.body, 'super')
    console.log(u.status, JSON.stringify(u.body).slice(0, 500))
  })
})

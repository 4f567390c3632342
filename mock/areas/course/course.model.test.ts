/** Walks of a course against a model: its status, who may take it, and what somebody has done of it, which nothing takes away. G3 of courses. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CourseStatus, courseMachine } from '#src/contract/course/course.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { authorise, layCourse, showTo, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const sections = ['s1', 's2', 's3'] as const
type Section = (typeof sections)[number]
const events = ['publish', 'hide', 'show', 'archive', 'reopen'] as const
type Step =
  | (typeof events)[number]
  | 'authorise all'
  | 'authorise nobody'
  | 'found by all'
  | 'found by nobody'
  | 'join'
  | 'leave'
  | `do ${Section}`
const steps: Step[] = [
  ...events,
  ...events,
  'authorise all',
  'authorise nobody',
  'found by all',
  'found by nobody',
  'join',
  'join',
  'leave',
  ...sections.map((id) => `do ${id}` as const),
  ...sections.map((id) => `do ${id}` as const),
]

interface Model {
  status: CourseStatus
  shown: boolean
  authorised: boolean
  found: boolean
  member: 'none' | 'learning' | 'completed' | 'withdrawn'
  done: Set<Section>
}
/** Whether somebody who learns in it may open a lesson now. */
const isOpen = (m: Model): boolean =>
  m.shown && m.authorised && m.status !== 'archived' && (m.member === 'learning' || m.member === 'completed')
const isFoundNow = (m: Model): boolean => m.status === 'published' && m.found

const body = {}
async function perform(id: string, m: Model, step: Step): Promise<void> {
  const params = { id }
  switch (step) {
    case 'authorise all':
    case 'authorise nobody':
      if (m.status === 'archived') return
      m.authorised = step === 'authorise all'
      return authorise(s, id, m.authorised ? undefined : { all: false })
    case 'found by all':
    case 'found by nobody': {
      if (m.status === 'archived') return
      const found = step === 'found by all'
      const asked = showTo(s, id, { found: { all: found } })
      // nobody is shown what nobody may take
      if (found && !m.authorised && m.status === 'published')
        return expect(asked).rejects.toThrow('course_not_authorised')
      m.found = found
      return asked
    }
    case 'join': {
      const { status } = await s.call('POST /learning/courses/:id/join', { params, body }, 'student')
      // whoever is in it already hears so; whoever left comes back where others would come to it
      const inside = m.member === 'learning' || m.member === 'completed'
      const may = m.authorised && (inside || isFoundNow(m))
      expect(status === 200, `join while ${JSON.stringify(m)}: ${status}`).toBe(may)
      if (status === 200 && (m.member === 'none' || m.member === 'withdrawn')) m.member = 'learning'
      return
    }
    case 'leave': {
      const { status } = await s.call('POST /learning/courses/:id/leave', { params, body }, 'student')
      expect(status === 200, `leave while ${JSON.stringify(m)}: ${status}`).toBe(m.member === 'learning')
      if (status === 200) m.member = 'withdrawn'
      return
    }
    case 'do s1':
    case 'do s2':
    case 'do s3': {
      const section = step.slice(3) as Section
      const at = { params: { id, section }, body: { revision: 1 } }
      const { status } = await s.call('POST /learning/courses/:id/sections/:section/done', at, 'student')
      expect(status === 200, `${step} while ${JSON.stringify(m)}: ${status}`).toBe(isOpen(m))
      if (status !== 200) return
      m.done.add(section)
      if (m.done.size === sections.length) m.member = 'completed'
      return
    }
    default: {
      const { version, can } = await s.ok('GET /courses/:id', { params }, 'super')
      const to = (courseMachine[m.status] as Partial<Record<string, CourseStatus>>)[step]
      const unasked = (step === 'publish' || step === 'show') && m.found && !m.authorised
      const may = to !== undefined && !unasked
      expect(can.includes(step), `${step} of ${JSON.stringify(m)} in can`).toBe(may)
      const { status } = await s.send(`POST /courses/:id/${step}`, { params, body: { version } }, 'super')
      expect(status, `${step} while ${JSON.stringify(m)}`).toBe(may ? 200 : 409)
      if (!may) return
      m.status = to
      if (step === 'publish') m.shown = true
    }
  }
}

it('whatever happens to a course, it stands where the machine says, opens to whoever may, and no completion is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 8, maxLength: 30 }), async (walk) => {
      const lessons = [{ id: 'l1', sections: sections.map((id) => ({ id, content: text(`Section ${id}`) })) }]
      const id = await layCourse(s, { lessons, publish: false })
      const m: Model = { status: 'draft', shown: false, authorised: true, found: true, member: 'none', done: new Set() }
      for (const step of walk) {
        await perform(id, m, step)
        const { status } = await s.ok('GET /courses/:id', { params: { id } }, 'super')
        expect(status, step).toBe(m.status)
      }
      const { rows } = await s.db.query<{ section_id: string }>(
        'select section_id from course_record where course_id = $1 and done_at is not null order by 1',
        [id],
      )
      expect(rows.map((r) => r.section_id)).toEqual([...m.done].toSorted())
      const { rows: members } = await s.db.query<{ state: string }>(
        'select state from course_member where course_id = $1',
        [id],
      )
      expect(members[0]?.state ?? 'none').toBe(m.member)
      const { status } = await s.call(
        'GET /learning/courses/:id/lessons/:lesson',
        { params: { id, lesson: 'l1' } },
        'student',
      )
      expect(status === 200, `open while ${JSON.stringify(m)}: ${status}`).toBe(isOpen(m))
    }),
    { numRuns: 25 },
  )
}, 120_000)

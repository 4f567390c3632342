/** Classes for tests: with members, begun, and with hours. */
import type { CourseClassBody } from '#src/contract/classroom/class.schema.ts'
import type { As, TestServer } from '../contract/support/server.ts'
import { userId } from '../contract/support/people.ts'

const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }
interface Laid {
  courses: string[]
  body?: Partial<CourseClassBody>
  /** Who is in it. */
  members?: { orgs?: string[]; roles?: string[]; users?: string[] }
  begin?: boolean
  as?: As
}

let n = 0
/** @returns its id */
export async function layClass(
  s: TestServer,
  { courses, body, members = { users: [userId('student')] }, begin = true, as = 'super' }: Laid,
): Promise<string> {
  const { id, version } = await s.ok(
    'POST /classes',
    { body: { name: `Class ${++n}`, teachers: [userId('teacher')], ...body, courses } },
    as,
  )
  await s.ok('PUT /classes/:id/audience', { params: { id }, body: { ...nobody, ...members, version } }, as)
  if (begin) await moveClass(s, id, 'begin', as)
  return id
}

export async function moveClass(
  s: TestServer,
  id: string,
  event: 'begin' | 'finish' | 'resume' | 'archive',
  as: As = 'super',
): Promise<void> {
  const { version } = await s.ok('GET /classes/:id', { params: { id } }, as)
  await s.ok(`POST /classes/:id/${event}`, { params: { id }, body: { version } }, as)
}

/** An hour of a class. @param from minutes from now */
export async function layHour(
  s: TestServer,
  id: string,
  {
    from = 0,
    minutes = 90,
    as = 'teacher',
    ...body
  }: { from?: number; minutes?: number; as?: As } & Record<string, unknown> = {},
): Promise<string> {
  const at = s.clock.now().getTime() + from * 60_000
  const made = await s.ok(
    'POST /classes/:id/hours',
    {
      params: { id },
      body: {
        starts_at: new Date(at).toISOString(),
        ends_at: new Date(at + minutes * 60_000).toISOString(),
        teacher_id: userId('teacher'),
        anyway: true,
        ...body,
      } as never,
    },
    as,
  )
  return made.id
}

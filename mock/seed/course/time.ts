/** How long the learners of the demonstration learnt, from what they did; and who asks for a course. */
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'

/** Seconds that an answer, a section and a homework take. */
const took = { answer: 40, section: 420, homework: 900 } as const

export async function layLearningTime(q: Queryable): Promise<void> {
  await q.query(
    `insert into learning_time (user_id, quarter, kind, seconds)
     select user_id, date_bin('15 minutes', at, '2000-01-01Z'), kind, least(900, sum(seconds)) from (
       select user_id, at, 'practice' as kind, $1::double precision as seconds from practice_try where answer is not null
       union all select r.user_id, r.done_at, 'lesson', $2 from course_record r where r.done_at is not null
       union all select user_id, at, 'homework', $3 from course_hand_in) x
     group by 1, 2, 3 order by 1, 2, 3 on conflict (user_id, quarter, kind) do update set seconds = excluded.seconds`,
    [took.answer, took.section, took.homework],
  )
}

interface Asking {
  course: string
  users: readonly string[]
  now: Date
}
const words = [
  '安全运维岗位需要了解应急响应流程，希望旁听本课程。',
  '我已学完《网络与 Web 安全基础》，想继续学习应急响应。',
]
export async function layCourseRequests(q: Queryable, c: Chance, { course, users, now }: Asking): Promise<void> {
  await q.query(
    `insert into course_request (id, course_id, user_id, text, at, state)
     select id, $1, user_id, text, at::timestamptz, 'waiting' from jsonb_to_recordset($2::jsonb) as x(id text, user_id text, text text, at text)`,
    [
      course,
      JSON.stringify(
        words.flatMap((text, n) => {
          const user_id = users[n]
          const at = new Date(now.getTime() - (n + 1) * 7 * 3_600_000)
          return user_id === undefined ? [] : [{ id: c.id(at), user_id, text, at: at.toISOString() }]
        }),
      ),
    ],
  )
}

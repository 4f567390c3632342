/** What people look at after a large exam: figures, grades, what a changed key would do, files. Two thousand sheets of sixty questions, laid by SQL. */
import { layCandidates } from './examGround.ts'
import { onBothEngines, type Opened } from './bothEngines.ts'
import { type Figure, median } from './table.ts'

const candidates = 2000
const choices = 54
/** Of the sixty so many are marked by people. */
const words = 6
/** Milliseconds until a page has its answer. A file shows its progress, and may take longer. */
const budgets = { page: 1000, file: 3000 }

async function layPaper({ call }: Opened): Promise<{ paper: string; items: string[] }> {
  const name = `Large ${Date.now()}`
  const set = await call<{ id: string }>('POST', '/theory-sets', { name })
  const papers = await call<{ id: string }>('POST', '/paper-sets', { name })
  const items = []
  for (let n = 0; n < choices + words; n++) {
    const asked =
      n < choices
        ? {
            type: 'single',
            options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Option ${id}`, correct: id === 'a' })),
          }
        : { type: 'short', reference: 'Because.' }
    const question = { title: `Large ${n}`, stem: `What is so in case ${n}?`, set_id: set.id, ...asked }
    const { id, version } = await call<{ id: string; version: number }>('POST', '/theory-questions', question)
    items.push({ id: `i${n}`, bank: 'theory', question_id: id, question_version: version, score: 2 })
  }
  const variants = [{ id: 'v', sections: [{ id: 's', title: 'All', items }] }]
  const { id } = await call<{ id: string }>('POST', '/papers', { name, set_id: papers.id, variants })
  return { paper: id, items: items.map((i) => i.id) }
}

/** Able candidates are right more often; the last items are harder. */
async function layExam(o: Opened): Promise<string> {
  const { db, platform, call } = o
  const { paper, items } = await layPaper(o)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const exam = await call<{ id: string }>('POST', '/exams', {
    name: 'Large',
    paper_id: paper,
    starts_at: at(-180),
    ends_at: at(-60),
  })
  await layCandidates(db, platform, candidates)
  await db.query(
    `insert into exam_attempt (id, exam_id, user_id, n, paper_id, variant, seed, status, began_at, deadline_at, handed_at, handed_by, writer, chain,
       heard_at, address, agent, items, score, points, answered)
     select u.id, $1, u.id, 1, $2, 'v', md5(u.id), 'scored', $3, $4, $4, 'time', 'bench', '', $4, '127.0.0.1', 'bench', $5, $5 * 2, 0, $5
     from r_user u where u.data->>'username' like 'candidate\\_%'`,
    [exam.id, paper, at(-180), at(-60), items.length],
  )
  const answers = `select a.id as attempt_id, i.item, i.n, mod(abs(hashtext(a.id || i.item)), 100) as luck, mod(abs(hashtext(a.id)), 60) as able
     from exam_attempt a cross join unnest($2::text[]) with ordinality as i(item, n) where a.exam_id = $1`
  await db.query(
    `insert into exam_answer (attempt_id, item, answer, epoch, seq, at)
     select attempt_id, item, case when n <= ${choices}
       then jsonb_build_object('type', 'single', 'chosen', jsonb_build_array(case when luck < able + 60 - n then 'a' else chr(98 + mod(luck, 3)) end))
       else jsonb_build_object('type', 'short', 'text', 'Because ' || luck) end, 1, n, $3::timestamptz from (${answers}) x`,
    [exam.id, items, at(-70)],
  )
  await db.query(
    `insert into exam_mark (attempt_id, item, round, points, rule, version, marker, at)
     select attempt_id, item, case when n <= ${choices} then 0 else 1 end, case when luck < able + 60 - n then 2 else 0 end,
       case when n <= ${choices} then 'key' else 'marker' end, 1, case when n <= ${choices} then null else 'user-super' end, $3::timestamptz
     from (${answers}) x`,
    [exam.id, items, at(-50)],
  )
  await db.query(
    'update exam_attempt a set points = (select sum(m.points) from exam_mark m where m.attempt_id = a.id) where exam_id = $1',
    [exam.id],
  )
  await db.script('vacuum analyze')
  return exam.id
}

async function time(look: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    const from = performance.now()
    await look()
    if (n > 0) times.push(performance.now() - from)
  }
  return median(times)
}

export const analysisFigures = (): Promise<Figure[]> =>
  onBothEngines(async (o) => {
    const { call, where } = o
    const exam = await layExam(o)
    const looks: [string, () => Promise<unknown>][] = [
      ['analysis', () => call('GET', `/exams/${exam}/analysis`)],
      ['grades and what-if', () => call('GET', `/exams/${exam}/grades`)],
      ['results, a page', () => call('GET', `/exams/${exam}/results?page=50`)],
      ['marking', () => call('GET', `/exams/${exam}/marking`)],
      ['sheets, a page', () => call('GET', `/exams/${exam}/sheets?page=50`)],
      ['candidates, a page', () => call('GET', `/exams/${exam}/candidates?page=50`)],
      ['questions', () => call('GET', `/exams/${exam}/questions`)],
      [
        'another key, previewed',
        () =>
          call('POST', `/exams/${exam}/rekey/preview`, {
            item: 'i7',
            change: { kind: 'options', correct: ['a', 'b'] },
          }),
      ],
      ['print, ten sheets', () => call('GET', `/exams/${exam}/print`)],
      ['results as XLSX', () => call('GET', `/exams/${exam}/results/file?format=xlsx`)],
      ['analysis as XLSX', () => call('GET', `/exams/${exam}/analysis/file?format=xlsx`)],
    ]
    const out: Figure[] = []
    const before = process.memoryUsage().rss
    for (const [what, look] of looks) {
      const value = await time(look)
      const budget = what.endsWith('XLSX') ? budgets.file : budgets.page
      out.push({
        what: `exam of 2,000 × 60${where}: ${what}`,
        value,
        unit: 'ms',
        budget: `≤ ${budget} ms`,
        held: value <= budget,
      })
    }
    const value = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20
    out.push({ what: `exam of 2,000 × 60${where}: memory of all of them`, value, unit: 'MiB', budget: '' })
    return out
  })

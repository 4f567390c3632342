/** Exams as their keepers see them: what is planned, what runs, what is over. */
import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { exam } from '../../../contract/exam/exam.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ActionOf } from '../../../kit/action/action.ts'
import { add, audience, edit, remove } from '../../../kit/action/common.ts'
import type { Row } from '../../../kit/resource/words.ts'
import { list } from '../../../kit/list/list.tsx'
import Watch from '../watch/Watch.tsx'
import { opensWatch } from '../watch/watch.logic.ts'
import { candidatesWords } from './candidates.ts'
import { copyOf } from './copyOf.ts'
import { ExamPage } from './ExamPage.tsx'
import { pasteList } from '../../../parts/people/PasteList.tsx'

type ExamAction = ActionOf<typeof exam>

/** One event of an exam, which is called otherwise before it began. */
const ending = (id: 'end' | 'call_off', when: (row: Row<typeof exam>) => boolean): ExamAction => ({
  id,
  label: `exam.deed.${id}`,
  icon: 'stop',
  needs: 'one',
  danger: true,
  may: (row) => row.can.includes('end') && when(row),
  dialog: lazy(() => import('./EndDialog.tsx')),
})
/** What invigilators say to a running exam; the server has the last word. */
const deed = (id: 'start' | 'pause' | 'recover', icon: NonNullable<ExamAction['icon']>): ExamAction => ({
  id,
  label: `exam.deed.${id}`,
  icon,
  needs: 'one',
  confirm: {
    title: ([row]) => t(`exam.deed_title.${id}`, { name: row?.name ?? '' }),
    text: () => t(`exam.deed_text.${id}`),
  },
  done: ([row]) => t(`exam.done.${id}`, { name: row?.name ?? '' }),
  call: async ([row], write) => {
    if (row) await write(`POST /exams/:id/${id}`, { params: { id: row.id }, body: {} })
    return undefined
  },
})

const Exams = list({
  of: exam,
  screen: 'exam-manage',
  about: 'exam.manage_text',
  every: 30_000,
  columns: [
    { of: 'name', grow: true },
    'status',
    'kind',
    'starts_at',
    // as things stand: pauses moved it, or somebody ended it
    { of: 'ends_at', render: (row) => format.dateTime(row.end_at ?? row.ends_at) },
    {
      of: 'begun',
      width: 80,
      render: (row) =>
        opensWatch(row) ? (
          <Link to={href('exam-manage', undefined, { watch: row.id })}>{format.number(row.begun)}</Link>
        ) : (
          format.number(row.begun)
        ),
    },
    { of: 'handed_in', width: 95, render: (row) => format.number(row.handed_in) },
    {
      of: 'to_be_scored',
      width: 110,
      render: (row) =>
        row.handed_in === 0 ? (
          '–'
        ) : row.can.includes('mark') ? (
          <>
            <Link to={href('exam-scoring', { examId: row.id })}>{format.number(row.to_be_scored)}</Link>
            {row.for_me < row.to_be_scored && (
              <span className="mg-faint exam-sub">{t('exam.for_you', { n: row.for_me })}</span>
            )}
          </>
        ) : (
          <>
            {format.number(row.to_be_scored)}
            {row.to_be_scored > 0 && <span className="mg-faint exam-sub">{t('exam.others_mark')}</span>}
          </>
        ),
    },
    { of: 'paper_id', spare: true },
    { of: 'score', spare: true },
    { of: 'duration', spare: true },
    { of: 'attempts', spare: true },
    { of: 'published_at', spare: true },
    { of: 'updated_by', spare: true },
    { of: 'updated_at', spare: true },
    { of: 'created_at', spare: true },
  ],
  filters: ['status', 'kind', 'starts_at', 'paper_id'],
  open: (row) =>
    row.can.includes('update') ? href('exam-edit', { id: row.id }) : href('exam-manage', undefined, { exam: row.id }),
  actions: [
    add(exam, 'exam-add', () => href('exam-add')),
    edit(exam, (row) => href('exam-edit', { id: row.id })),
    {
      id: 'watch',
      label: 'exam.deed.watch',
      icon: 'eye',
      needs: 'one',
      key: 'w',
      may: (row) => opensWatch(row) && row.can.includes('run'),
      to: (row) => href('exam-manage', undefined, { watch: row?.id ?? '' }),
    },
    {
      id: 'look-on',
      label: 'exam.deed.look_on',
      icon: 'eye',
      needs: 'one',
      may: (row) => row.can.includes('watch') && !row.can.includes('run'),
      to: (row) => href('exam-manage', undefined, { watch: row?.id ?? '' }),
    },
    {
      id: 'score',
      label: 'exam.deed.score',
      icon: 'check',
      needs: 'one',
      key: 'm',
      may: (row) => row.handed_in > 0 && row.can.includes('give'),
      to: (row) => href('exam-scoring', { examId: row?.id ?? '' }),
    },
    {
      id: 'scoring',
      label: 'screen.exam-scoring',
      icon: 'check',
      needs: 'one',
      may: (row) => row.handed_in > 0 && row.can.includes('mark') && !row.can.includes('give'),
      to: (row) => href('exam-scoring', { examId: row?.id ?? '' }),
    },
    {
      id: 'outcome',
      label: 'exam.deed.outcome',
      icon: 'trophy',
      needs: 'one',
      may: (row) => row.handed_in > 0 && row.can.includes('keys') && !row.can.includes('mark'),
      to: (row) => href('exam-scoring', { examId: row?.id ?? '' }),
    },
    {
      id: 'analysis',
      label: 'screen.exam-score-analysis',
      icon: 'chart',
      needs: 'one',
      may: (row) => row.handed_in > 0 && row.can.includes('analyse'),
      to: (row) => href('exam-score-analysis', { examId: row?.id ?? '' }),
    },
    {
      id: 'publish',
      label: 'exam.publish',
      icon: 'eye',
      needs: 'one',
      dialog: lazy(() => import('../marking/PublishDialog.tsx').then((m) => ({ default: m.PublishDialog }))),
    },
    {
      id: 'withdraw',
      label: 'exam.withdraw',
      icon: 'undo',
      needs: 'one',
      dialog: lazy(() => import('../marking/PublishDialog.tsx').then((m) => ({ default: m.WithdrawDialog }))),
    },
    deed('start', 'play'),
    deed('pause', 'pause'),
    deed('recover', 'play'),
    ending('end', (row) => row.status !== 'not-started'),
    ending('call_off', (row) => row.status === 'not-started'),
    copyOf,
    { ...audience(exam, pasteList('POST /exams/resolve'), candidatesWords), label: 'exam.candidates' },
    remove(exam),
  ],
  empty: { title: 'exam.manage_none', text: 'exam.manage_none_text' },
})

/** The list, one exam of it, or one watched while it goes on. */
export default function ExamManage() {
  const [search] = useSearchParams()
  const [watched, read] = [search.get('watch'), search.get('exam')]
  if (watched) return <Watch key={watched} id={watched} />
  return read ? <ExamPage id={read} /> : <Exams />
}

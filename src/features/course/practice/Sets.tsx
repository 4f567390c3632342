/** Sets and papers of a course: where they are used, and which sets learners practise beside it. */
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { exerciseSet, theorySet } from '../../../contract/bank/banks.ts'
import type { CoursePractice } from '../../../contract/course/homework.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { PickRows } from '../../../kit/pick/Pick.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { bankText } from '../../../parts/question/words.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { UsedIn } from './UsedIn.tsx'

type SetLine = CoursePractice['sets'][number]
type Named = Pick<SetLine, 'bank' | 'id'>

export function Sets({ of: { course, sets, papers } }: { of: CoursePractice }) {
  const { visible } = useAccess()
  const [adding, setAdding] = useState(false)
  const [write, { busy }] = useWrite('PUT /courses/:id/practice/sets')
  const beside = sets.filter((s) => s.beside).map(({ bank, id }): Named => ({ bank, id }))
  const put = (next: readonly Named[]) => write({ params: { id: course.id }, body: { sets: [...next] } })
  const turn = (s: SetLine) =>
    void put(s.beside ? beside.filter((b) => b.id !== s.id) : [...beside, { bank: s.bank, id: s.id }]).catch(
      toast.problem,
    )
  const setLink = (s: SetLine) =>
    s.bank === 'exercise'
      ? visible.has('exercise-bank') && href('exercise-bank', undefined, { set_id: s.id })
      : visible.has('theory-bank') && href('theory-bank', undefined, { set_id: s.id })
  return (
    <>
      <Panel
        flush={sets.length > 0}
        title={t('homework.sets')}
        description={t('homework.sets_text')}
        actions={
          course.can && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {t('homework.set_add')}
            </Button>
          )
        }
      >
        {sets.length === 0 ? (
          <Empty compact icon="library" title={t('homework.no_sets')} />
        ) : (
          <Table
            name={t('homework.sets')}
            rows={sets}
            keyOf={(s) => s.id}
            columns={[
              {
                head: t('homework.set'),
                names: true,
                cell: (s) => {
                  const to = setLink(s)
                  return (
                    <>
                      {to ? <Link to={to}>{s.name}</Link> : s.name} <span className="mg-faint">{bankText(s.bank)}</span>{' '}
                      {s.in_exam > 0 && (
                        <StatusTag word="in_exam" tone="warn" label={t('homework.set_in_exam', { n: s.in_exam })} />
                      )}
                    </>
                  )
                },
              },
              {
                head: t('homework.set_questions'),
                number: true,
                cell: (s) => format.number(s.questions),
              },
              { head: t('homework.used_in'), cell: (s) => <UsedIn course={course.id} of={s.used} /> },
              {
                head: t('homework.beside'),
                cell: (s) => (
                  <span className="course-practice-beside">
                    {s.beside && <StatusTag word="beside" tone="ok" label={t('homework.is_beside')} />}
                    {course.can && (
                      <Button
                        size="small"
                        tone="quiet"
                        disabled={busy}
                        aria-label={t(s.beside ? 'homework.beside_end_of' : 'homework.beside_of', { name: s.name })}
                        onClick={() => turn(s)}
                      >
                        {t(s.beside ? 'homework.beside_end' : 'homework.beside_do')}
                      </Button>
                    )}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Panel>
      {papers.length > 0 && (
        <Panel flush title={t('homework.papers')}>
          <Table
            name={t('homework.papers')}
            rows={papers}
            keyOf={(p) => p.id}
            columns={[
              {
                head: t('homework.paper'),
                names: true,
                cell: (p) =>
                  p.newest !== null && visible.has('paper-edit') ? (
                    <Link to={href('paper-edit', { id: p.id })}>{p.name}</Link>
                  ) : (
                    p.name
                  ),
              },
              {
                head: t('homework.version'),
                cell: (p) =>
                  p.newest === null
                    ? t('homework.paper_gone')
                    : p.newest > p.version
                      ? t('homework.paper_newer')
                      : t('homework.paper_same'),
              },
              { head: t('homework.used_in'), cell: (p) => <UsedIn course={course.id} of={p.used} /> },
            ]}
          />
        </Panel>
      )}
      {adding && (
        <AddSet
          taken={new Set(beside.map((b) => b.id))}
          onAdd={(added) => put([...beside, ...added])}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

interface AddSetProps {
  taken: ReadonlySet<string>
  onAdd: (sets: Named[]) => Promise<unknown>
  onClose: () => void
}
function AddSet({ taken, onAdd, onClose }: AddSetProps) {
  const [theory, setTheory] = useState<readonly string[]>([])
  const [exercise, setExercise] = useState<readonly string[]>([])
  const id = useId()
  const chosen: Named[] = [
    ...theory.map((set) => ({ bank: 'theory' as const, id: set })),
    ...exercise.map((set) => ({ bank: 'exercise' as const, id: set })),
  ].filter((s) => !taken.has(s.id))
  return (
    <Confirm
      open
      title={t('homework.set_add')}
      confirm={t('homework.set_add')}
      ready={chosen.length > 0}
      onConfirm={() => onAdd(chosen)}
      onClose={onClose}
    >
      <p>{t('homework.set_add_text')}</p>
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={`${id}-theory`}>
          {bankText('theory')}
        </label>
        <PickRows many id={`${id}-theory`} resource={theorySet} value={theory} onChange={setTheory} />
      </div>
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={`${id}-exercise`}>
          {bankText('exercise')}
        </label>
        <PickRows many id={`${id}-exercise`} resource={exerciseSet} value={exercise} onChange={setExercise} />
      </div>
    </Confirm>
  )
}

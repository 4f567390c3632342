/** What is still missing before an exam can go well. */
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Button, linkClass } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'

const Candidates = lazy(() => import('./CandidatesDialog.tsx').then((m) => ({ default: m.CandidatesDialog })))

export function Checklist({ row }: { row: Exam }) {
  const { data, error, refetch } = useRead('GET /exams/:id/checklist', { params: { id: row.id } })
  const [choosing, setChoosing] = useState(false)
  const missing = data?.items.filter((c) => !c.ok) ?? []
  return (
    <Panel
      title={t('exam.checklist')}
      description={
        data && (missing.length ? t('exam.checklist_missing', { n: missing.length }) : t('exam.checklist_good'))
      }
      actions={
        <>
          {row.can.includes('audience') && (
            <Button size="small" icon="users" onClick={() => setChoosing(true)}>
              {t('exam.candidates')}
            </Button>
          )}
          {row.can.includes('watch') && (
            <Link className={linkClass('plain', 'small')} to={href('exam-manage', undefined, { watch: row.id })}>
              {t(row.can.includes('run') ? 'exam.deed.watch' : 'exam.deed.look_on')}
            </Link>
          )}
        </>
      }
    >
      {choosing && (
        <Suspense fallback={null}>
          <Candidates row={row} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" rows={4} />}
      <ul className="exam-checks">
        {data?.items.map((c) => {
          const state = c.ok ? 'ok' : c.grave ? 'bad' : 'warn'
          return (
            <li key={c.what} className={`mg-tone-${state}`}>
              <Icon name={state} /> <span className="mg-sr">{t(`exam.check_state.${state}`)}</span>
              {t(`exam.check.${c.what}.${c.ok ? 'ok' : 'missing'}`, format.timed(c.params))}
              {c.names.length > 0 && <span className="mg-dim"> · {c.names.join(' · ')}</span>}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

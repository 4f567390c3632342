/** What the parts of a course weigh, and whose score another weight raises or lowers before it is saved. */
import { useState } from 'react'
import { mostWeight, type ScoreKind, scoreKinds, type ScoreWeights } from '../../../contract/course/courseScore.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { problemOf } from '../../../lib/problem.ts'
import { LearnerName } from '../../../parts/people/LearnerName.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Figure } from '../outline/Figure.tsx'

interface WeightsProps {
  course: string
  can: boolean
  stored: ScoreWeights
  version: number
  onStale: () => void
}
const isWeight = (v: unknown): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= mostWeight

export function Weights({ course, can, stored, version, onStale }: WeightsProps) {
  const [weights, setWeights] = useState<ScoreWeights>(stored)
  const [asking, setAsking] = useState(false)
  const [write] = useWrite('PUT /courses/:id/scores/weights')
  const changed = scoreKinds.some((k) => weights[k] !== stored[k])
  const all = scoreKinds.reduce((n, k) => n + weights[k], 0)
  const save = async () => {
    try {
      await write({ params: { id: course }, body: { weights, version } })
    } catch (e) {
      if (problemOf(e).code === 'stale_version') onStale()
      throw e
    }
  }
  return (
    <Panel title={t('homework.weights')} description={t('homework.weights_text')}>
      <div className="course-practice-weights">
        {scoreKinds.map((kind: ScoreKind) => (
          <Figure
            key={kind}
            label={t(`course.kind_of.${kind}`)}
            hint={t('homework.weight_hint', { max: mostWeight })}
            unit={all > 0 ? format.percent(weights[kind] / all) : ''}
            value={weights[kind]}
            fits={isWeight}
            disabled={!can}
            onChange={(n) => setWeights({ ...weights, [kind]: n })}
          />
        ))}
        {can && (
          <Button
            tone="primary"
            off={all === 0 ? t('homework.weights_none') : !changed && t('homework.weights_same')}
            onClick={() => setAsking(true)}
          >
            {t('homework.weights_save')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          open
          size="default"
          title={t('homework.weights_title')}
          confirm={t('homework.weights_save')}
          done={t('homework.weights_saved')}
          onConfirm={save}
          onClose={() => setAsking(false)}
        >
          <Moved course={course} weights={weights} />
        </Confirm>
      )}
    </Panel>
  )
}

const scored = (share: number | null, grade: string | null): string =>
  share === null ? '–' : `${format.percent(share)} ${grade ?? ''}`

/** Whose score moves by other weights. */
function Moved({ course, weights }: { course: string; weights: ScoreWeights }) {
  const { data, error, refetch } = useRead(
    'GET /courses/:id/scores/preview',
    { params: { id: course }, query: { ...weights } },
    { fresh: true },
  )
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={4} />
  if (!data.moved.length) return <p>{t('homework.weights_nobody')}</p>
  return (
    <>
      <ul>
        <li>{t('homework.weights_higher', { n: data.higher })}</li>
        <li>{t('homework.weights_lower', { n: data.lower })}</li>
      </ul>
      <Table
        name={t('homework.weights_title')}
        rows={data.moved}
        keyOf={(r) => r.user_id}
        columns={[
          { head: t('homework.learner'), names: true, cell: (r) => <LearnerName of={r} /> },
          { head: t('homework.score_before'), number: true, cell: (r) => scored(r.before, r.before_grade) },
          { head: t('homework.score_after'), number: true, cell: (r) => scored(r.after, r.after_grade) },
        ]}
      />
    </>
  )
}

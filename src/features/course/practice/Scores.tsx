/** What the parts of a course weigh, and what its learners reached so far. */
import { useState } from 'react'
import { mostWeight, type ScoreKind, scoreKinds, type ScoreWeights } from '../../../contract/course/courseScore.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { problemOf } from '../../../lib/problem.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Figure } from '../outline/Figure.tsx'

const start = { q: '', page: 1 }

export function Scores({ course, can }: { course: string; can: boolean }) {
  const scores = useBrowse('GET /courses/:id/scores', { start, params: { id: course } })
  const { data } = scores
  return (
    <>
      {data && (
        <Weights
          key={data.version}
          course={course}
          can={can}
          stored={data.weights}
          version={data.version}
          onStale={scores.refetch}
        />
      )}
      <BrowseBar of={scores} search={t('homework.search')} />
      <Panel flush>
        <BrowseView
          compact
          of={scores}
          name={t('homework.tab.score')}
          empty={{ icon: 'users', title: t('homework.no_learners') }}
        >
          {({ items }) => (
            <Table
              name={t('homework.tab.score')}
              rows={items}
              keyOf={(r) => r.user_id}
              columns={[
                {
                  head: t('homework.learner'),
                  names: true,
                  cell: (r) => (
                    <>
                      {r.name} <span className="mg-faint marking-sub">{r.username}</span>
                    </>
                  ),
                },
                ...scoreKinds.map((kind) => ({
                  head: t(`course.kind_of.${kind}`),
                  number: true as const,
                  cell: (r: (typeof items)[number]) => {
                    const own = r.kinds.find((k) => k.kind === kind)
                    return own ? format.percent(own.share) : '–'
                  },
                })),
                { head: t('homework.missing'), number: true, cell: (r) => format.number(r.missing) },
                {
                  head: t('homework.score'),
                  number: true,
                  cell: (r) => (r.share === null ? '–' : format.percent(r.share)),
                },
                {
                  head: t('homework.grade'),
                  cell: (r) => (r.grade === null ? '–' : <strong>{r.grade}</strong>),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}

interface WeightsProps {
  course: string
  can: boolean
  stored: ScoreWeights
  version: number
  onStale: () => void
}
const isWeight = (v: unknown): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= mostWeight

function Weights({ course, can, stored, version, onStale }: WeightsProps) {
  const [weights, setWeights] = useState<ScoreWeights>(stored)
  const [problem, setProblem] = useState<unknown>(null)
  const [write, { busy }] = useWrite('PUT /courses/:id/scores/weights')
  const changed = scoreKinds.some((k) => weights[k] !== stored[k])
  const all = scoreKinds.reduce((n, k) => n + weights[k], 0)
  const save = async () => {
    setProblem(null)
    try {
      await write({ params: { id: course }, body: { weights, version } })
      toast.ok(t('homework.weights_saved'))
    } catch (e) {
      setProblem(e)
      if (problemOf(e).code === 'stale_version') onStale()
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
            busy={busy}
            off={all === 0 ? t('homework.weights_none') : !changed && t('homework.weights_same')}
            onClick={() => void save()}
          >
            {t('homework.weights_save')}
          </Button>
        )}
      </div>
      {problem !== null && <ProblemView compact problem={problem} />}
    </Panel>
  )
}

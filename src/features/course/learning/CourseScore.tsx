/** What one's score in a course is made of, part by part, and what it would be if. What is tried out is not kept. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { courseScore, type ScorePart, scoreKinds, withTried } from '../../../contract/course/courseScore.ts'
import type { LearnScore } from '../../../contract/course/homework.routes.ts'
import type { LearnCourse } from '../../../contract/course/learn.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { useCourseText } from '../../../parts/course/words.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { LearningPlace } from './places.ts'

const tones = { graded: 'ok', waiting: 'info', open: 'idle', missing: 'bad' } as const

export function CourseScorePanel({ of: c, place }: { of: LearnCourse; place: LearningPlace }) {
  const { data } = useRead('GET /learning/courses/:id/score', { params: { id: c.id } })
  if (!data?.parts.length) return null
  return <Score of={data} course={c} place={place} />
}

function Score({ of: s, course: c, place }: { of: LearnScore; course: LearnCourse; place: LearningPlace }) {
  const { titleOf } = useCourseText()
  const [why, setWhy] = useState(false)
  const [tried, setTried] = useState<ReadonlyMap<string, unknown>>(new Map())
  const now = new Date(s.now)
  const fitting = new Map(
    [...tried].flatMap(([id, value]): [string, number][] => {
      const part = s.parts.find((p) => p.id === id)
      return part && isPoints(value, part.score) ? [[id, value / part.score]] : []
    }),
  )
  const parts: readonly ScorePart[] = withTried(s.parts, fitting)
  const shown = courseScore(parts, s.weights, now)
  const trying = fitting.size > 0
  return (
    <Panel
      title={t('homework.score')}
      description={t(trying ? 'homework.score_tried' : 'homework.score_so_far')}
      actions={
        <Button size="small" aria-expanded={why} onClick={() => setWhy(!why)}>
          {t(why ? 'homework.why_close' : 'homework.why')}
        </Button>
      }
    >
      <p className="learn-score" role="status">
        {shown.share === null ? (
          <span className="mg-dim">{t('homework.score_none')}</span>
        ) : (
          <>
            <strong className="mg-num">{format.percent(shown.share)}</strong>
            <span className="learn-grade">{shown.grade}</span>
          </>
        )}
      </p>
      {why && (
        <>
          {shown.lines.length > 0 && (
            <ul className="learn-score-lines">
              {shown.lines.map((l) => (
                <li key={l.kind}>
                  {t('homework.score_line', {
                    kind: t(`course.kind_of.${l.kind}`),
                    share: format.percent(l.share),
                    part: format.percent(l.part),
                  })}
                </li>
              ))}
            </ul>
          )}
          <Table
            name={t('homework.why')}
            rows={[...s.parts].sort((a, b) => scoreKinds.indexOf(a.kind) - scoreKinds.indexOf(b.kind))}
            keyOf={(p) => p.id}
            columns={[
              {
                head: t('homework.part'),
                names: true,
                cell: (p) => (
                  <>
                    {p.lesson === null ? (
                      t(`course.kind_of.${p.kind}`)
                    ) : (
                      <>
                        <Link to={place.lesson(c.id, p.lesson, { section: p.id })}>{titleOf(p, c)}</Link>{' '}
                        <span className="mg-faint">{t(`course.kind_of.${p.kind}`)}</span>
                      </>
                    )}
                  </>
                ),
              },
              {
                head: t('homework.part_state'),
                short: true,
                cell: (p) => <StatusTag word={p.state} tone={tones[p.state]} label={t(`homework.part.${p.state}`)} />,
              },
              ...(s.parts.some((p) => p.due_at !== null)
                ? [
                    {
                      head: t('homework.taken_until'),
                      short: true as const,
                      cell: (p: LearnScore['parts'][number]) => p.due_at !== null && <DateTime at={p.due_at} />,
                    },
                  ]
                : []),
              {
                head: t('homework.points'),
                number: true,
                cell: (p) =>
                  p.share === null && p.state !== 'missing'
                    ? t('homework.of_points', { score: format.number(p.score) })
                    : t('learn.points_of', {
                        points: format.number((p.share ?? 0) * p.score),
                        score: format.number(p.score),
                      }),
              },
              {
                head: t('homework.what_if'),
                cell: (p) =>
                  p.state === 'graded' || p.score <= 0 ? (
                    ''
                  ) : (
                    <NumberInput
                      className="mg-field kit-short"
                      aria-label={t('homework.what_if_of', { title: titleOf(p, c), score: format.number(p.score) })}
                      aria-invalid={
                        (tried.get(p.id) ?? null) !== null && !isPoints(tried.get(p.id), p.score) ? true : undefined
                      }
                      value={tried.get(p.id) ?? null}
                      onChange={(v) => setTried(new Map(tried).set(p.id, v))}
                    />
                  ),
              },
            ]}
          />
          <p className="mg-hint">{t('homework.what_if_text')}</p>
          {tried.size > 0 && (
            <Button size="small" onClick={() => setTried(new Map())}>
              {t('homework.what_if_end')}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}
const isPoints = (v: unknown, score: number): v is number => typeof v === 'number' && v >= 0 && v <= score

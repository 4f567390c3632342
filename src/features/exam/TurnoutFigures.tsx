/** Where an exam stands, in figures, said before it is ended or its results are shown. */
import type { Turnout } from '../../contract/exam/run.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

const figures = [
  'writing',
  'not_begun',
  'absent',
  'handed_in',
  'unmarked',
  'objections',
] as const satisfies readonly Exclude<keyof Turnout, 'now'>[]

export function TurnoutFigures({ exam }: { exam: string }) {
  const { data, error, refetch } = useRead(
    'GET /exams/:id/turnout',
    { params: { id: exam } },
    { fresh: true, every: 10_000 },
  )
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={3} />
  return (
    <>
      <KeyValue
        columns={1}
        items={figures.flatMap((key) => {
          const n = data[key]
          return n === null ? [] : [{ key, label: t(`exam.turnout.${key}`), value: format.number(n) }]
        })}
      />
      {(data.not_begun ?? 0) > 0 && <p className="mg-dim">{t('exam.turnout_absent')}</p>}
    </>
  )
}

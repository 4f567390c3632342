/** One answer of a sheet with its key, its rubric and its marks, inside something else. */
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { AnswerView, Reference } from '../../../parts/marking/AnswerView.tsx'
import { MarkHistory } from '../../../parts/marking/MarkHistory.tsx'
import type { MarkingItem } from '../../../contract/exam/run.schema.ts'

export function SheetAnswer({ sheet, item }: { sheet: string; item: string }) {
  const { language } = useSettings()
  const { data, error, refetch } = useRead('GET /exam-sheets/:id', {
    params: { id: sheet },
    query: { language },
  })
  const found = data?.sections.flatMap((s) => s.items).find((i) => i.id === item)
  if (error && !data) return <ProblemView compact problem={error} onRetry={refetch} />
  if (!data || !found) return <Loading kind="text" />
  return (
    <details open>
      <summary>{t('exam.question', { n: found.n })}</summary>
      <AnswerView question={found.question} answer={found.answer} answerKey={found.key} />
      <Reference answerKey={found.key} writeup={found.writeup} />
      <Rubric of={found.rubric} />
      <MarkHistory item={found} rules={data.rules} />
    </details>
  )
}

/** All lines of the rubric with what each is worth: a mark names only those it gave. */
function Rubric({ of }: { of: MarkingItem['rubric'] }) {
  if (!of.length) return null
  return (
    <details className="marking-reference" open>
      <summary>{t('marking.rubric')}</summary>
      <ul>
        {of.map((l, n) => (
          <li key={n}>
            {l.text} <span className="mg-num mg-dim">{format.number(l.points)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

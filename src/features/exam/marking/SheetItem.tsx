/** One question of a sheet: the answer, what is right, how it was judged, and giving points where this marker may. */
import type { MarkingItem, MarkingSheet } from '../../../contract/exam/run.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { AnswerView, Reference } from '../../../parts/marking/AnswerView.tsx'
import { useForgetDraft, useMarkDraft } from '../../../parts/marking/draft.ts'
import { MarkHistory } from '../../../parts/marking/MarkHistory.tsx'
import { PointsForm } from '../../../parts/marking/PointsForm.tsx'
import { typedPointsOf } from '../../../parts/marking/points.logic.ts'
import { SceneLine } from './SceneLine.tsx'

interface SheetItemProps {
  sheet: string
  item: MarkingItem
  rules: MarkingSheet['rules']
}

export function SheetItem({ sheet, item, rules }: SheetItemProps) {
  const waits = item.points === null
  return (
    <div className="marking-item" id={`item-${item.n}`}>
      <p className="exam-review-points">
        <span>{t('exam.question', { n: item.n })}</span>
        {item.sheet_n !== item.n && <span className="mg-dim">{t('marking.sheet_n', { n: item.sheet_n })}</span>}
        <strong className="mg-num">
          {waits ? '–' : format.number(item.points ?? 0)} / {format.number(item.score)}
        </strong>
        {waits && <span className="marking-badge mg-tone-warn">{t('marking.waits')}</span>}
      </p>
      <div className="marking-beside">
        <div>
          <AnswerView question={item.question} answer={item.answer} answerKey={item.key} />
          {item.scene && <SceneLine sheet={sheet} of={item.scene} />}
          <Reference answerKey={item.key} writeup={item.writeup} />
        </div>
        <div>
          {item.may !== null && <Give key={`${sheet} ${item.id}`} sheet={sheet} item={item} />}
          <MarkHistory item={item} rules={rules} />
        </div>
      </div>
    </div>
  )
}

function Give({ sheet, item }: { sheet: string; item: MarkingItem }) {
  const { draft, setDraft, kept } = useMarkDraft(sheet, item)
  const forget = useForgetDraft()
  const [give, { busy }] = useWrite('POST /exam-sheets/:id/marks')
  const points = typedPointsOf(draft, item.score)
  const save = async () => {
    if (points === undefined || item.may === null || busy) return
    try {
      const body = {
        item: item.id,
        points,
        comment: draft.comment.trim(),
        lines: [...draft.lines],
        round: item.may,
      }
      await give({ params: { id: sheet }, body })
      forget(sheet, item.id)
      toast.ok(t('marking.kept'))
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <form
      className="marking-give"
      aria-label={t('marking.give', { n: item.n })}
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      <PointsForm item={item} draft={draft} kept={kept} onDraft={setDraft} />
      <Button type="submit" tone="primary" busy={busy} disabled={points === undefined}>
        {t(item.marks.some((m) => m.mine) ? 'marking.change' : 'marking.keep')}
      </Button>
    </form>
  )
}

/** One question of a sheet before its marker: the answer, what is right, how it was judged, and giving points where this marker may. */
import './marking.css'
import type { ReactNode } from 'react'
import type { MarkingItem, MarkingSheet } from '../../contract/exam/run.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'
import { AnswerView, Reference } from './AnswerView.tsx'
import { useForgetDraft, useMarkDraft } from './draft.ts'
import { MarkHistory } from './MarkHistory.tsx'
import { PointsForm } from './PointsForm.tsx'
import { type PointsDraft, typedPointsOf } from './points.logic.ts'

/** Keeps points for an item; throws what the server says. */
interface GivePoints {
  busy: boolean
  give: (item: MarkingItem, points: number, draft: PointsDraft) => Promise<unknown>
}
interface ItemToMarkProps {
  /** The hand-in or the attempt: what is typed is kept for it. */
  sheet: string
  item: MarkingItem
  rules: MarkingSheet['rules']
  /** Undefined where nobody may. */
  points: GivePoints | undefined
  /** What goes with the answer, such as its machines. */
  aside?: ReactNode
}

export function ItemToMark({ sheet, item, rules, points, aside }: ItemToMarkProps) {
  const waits = item.points === null
  return (
    <div className="marking-item" id={`item-${item.n}`}>
      <p className="marking-sum">
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
          {aside}
          <Reference answerKey={item.key} writeup={item.writeup} />
        </div>
        <div>
          {item.may !== null && points && <Give key={`${sheet} ${item.id}`} sheet={sheet} item={item} by={points} />}
          <MarkHistory item={item} rules={rules} />
        </div>
      </div>
    </div>
  )
}

function Give({ sheet, item, by }: { sheet: string; item: MarkingItem; by: GivePoints }) {
  const { draft, setDraft, kept } = useMarkDraft(sheet, item)
  const forget = useForgetDraft()
  const points = typedPointsOf(draft, item.score)
  const save = async () => {
    if (points === undefined || by.busy) return
    try {
      await by.give(item, points, draft)
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
      <Button type="submit" tone="primary" busy={by.busy} disabled={points === undefined}>
        {t(item.marks.some((m) => m.mine) ? 'marking.change' : 'marking.keep')}
      </Button>
    </form>
  )
}

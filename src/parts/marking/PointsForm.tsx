/** Points, lines of the rubric and a remark: one draft, by mouse, touch or keys. */
import { letterOf } from '../../lib/letter.ts'
import '../../ui/data/Chips.css'
import type { MarkingItem } from '../../contract/exam/run.schema.ts'
import { examLimits } from '../../contract/exam/exam.ts'
import { format, t } from '../../i18n/index.ts'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Kbd } from '../../ui/data/Kbd.tsx'
import { type PointsDraft, typedPointsOf, toggleLine, typedOf, worthOfLines } from './points.logic.ts'

interface PointsFormProps {
  item: MarkingItem
  draft: PointsDraft
  /** The draft waits in this browser. */
  kept: boolean
  onDraft: (draft: PointsDraft) => void
  /** Letters before the lines of the rubric. */
  keys?: boolean
}

/** What is wrong with points that were typed. @param score the most there are */
export const pointsWrong = (score: number): string => t('marking.points_wrong', { score: format.number(score) })

export function PointsForm({ item, draft, kept, onDraft, keys = false }: PointsFormProps) {
  const worth = worthOfLines(draft, item.rubric, item.score)
  const wrong = draft.typed !== '' && typedPointsOf(draft, item.score) === undefined
  return (
    <div className="marking-points">
      <label className="marking-points-line">
        <span className="mg-label">{t('marking.points')}</span>
        <input
          className="mg-field mg-num"
          inputMode="decimal"
          autoComplete="off"
          data-points
          aria-label={t('marking.points')}
          aria-invalid={wrong || undefined}
          value={draft.typed}
          onChange={(e) =>
            onDraft({ ...draft, typed: e.target.value.trim().slice(0, 7), lines: [], refused: undefined })
          }
        />
        <span className="mg-dim mg-num">/ {format.number(item.score)}</span>
      </label>
      {wrong && (
        <p role="status" className="mg-error">
          {pointsWrong(item.score)}
        </p>
      )}
      {draft.refused !== undefined && (
        <p role="alert" className="mg-error">
          {t('marking.points_refused', { typed: draft.refused, score: format.number(item.score) })}
        </p>
      )}
      <div className="marking-quick">
        {quick(item.score).map((points) => (
          <button
            key={points}
            type="button"
            className="mg-chip mg-num"
            aria-pressed={typedPointsOf(draft, item.score) === points}
            onClick={() => onDraft({ ...draft, typed: typedOf(points), lines: [], refused: undefined })}
          >
            {format.number(points)}
          </button>
        ))}
      </div>
      {item.rubric.length > 0 && (
        <fieldset className="marking-rubric">
          <legend className="mg-label">{t('marking.rubric')}</legend>
          {item.rubric.map((line, n) => (
            <label key={n}>
              <input
                type="checkbox"
                className="kit-box"
                checked={draft.lines.includes(n)}
                onChange={() => onDraft(toggleLine(draft, n, item.rubric, item.score))}
              />
              {keys && <Kbd keys={letterOf(n)} />}
              <span>{line.text}</span>
              <span className="mg-num mg-dim">{format.number(line.points)}</span>
            </label>
          ))}
          {worth !== undefined && worth !== typedPointsOf(draft, item.score) && (
            <p role="status" className="mg-hint">
              {t('marking.lines_worth', { points: format.number(worth) })}{' '}
              <button type="button" className="mg-chip" onClick={() => onDraft({ ...draft, typed: typedOf(worth) })}>
                {t('marking.lines_take', { points: format.number(worth) })}
              </button>
            </p>
          )}
        </fieldset>
      )}
      <CountedTextArea
        label={t('marking.comment')}
        value={draft.comment}
        max={examLimits.comment}
        rows={2}
        onChange={(comment) => onDraft({ ...draft, comment })}
      />
      {kept && <p className="mg-hint">{t('marking.draft_kept')}</p>}
    </div>
  )
}

/** Points offered to be clicked: every whole number of a small question, quarters of a great one. */
function quick(score: number): number[] {
  if (score <= 6)
    return Array.from({ length: Math.floor(score) + 1 }, (_, n) => n).concat(Number.isInteger(score) ? [] : [score])
  return [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * score * 2) / 2)
}

/** Boundaries of grades: moved here to see at once what would be, saved when it is right. */
import { useState } from 'react'
import type { Standings } from '../../../contract/exam/analysis.schema.ts'
import { type Boundaries, grades } from '../../../contract/exam/score.ts'
import { format, t } from '../../../i18n/index.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { useWrite } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { better, movedBoundary, sameBoundaries, whatIf } from './grades.logic.ts'

interface GradesProps {
  id: string
  standings: Standings
  draft: Boundaries
  onDraft: (to: Boundaries) => void
}
export const gradeBoundaries = ({ a, b, c }: Pick<Standings, 'a' | 'b' | 'c'>): Boundaries => ({ A: a, B: b, C: c })

/** Movers shown by name; the rest is counted. */
const shown = 12

export function Grades({ id, standings, draft, onDraft }: GradesProps) {
  const [asking, setAsking] = useState(false)
  const [save] = useWrite('PUT /exams/:id/grades')
  const stored = gradeBoundaries(standings)
  const { score, people, may, version, published } = standings
  const { before, after, movers } = whatIf(people, score, draft)
  const changed = !sameBoundaries(stored, draft)
  return (
    <Panel title={t('result.grades')} description={t('result.grades_text')}>
      {!may && <p className="mg-hint">{t('result.grades_closed')}</p>}
      <ol className="result-boundaries">
        {(['A', 'B', 'C'] as const).map((g) => (
          <li key={g} className={`result-grade-${g}`}>
            <span className="result-letter">{g}</span>
            <input
              type="range"
              min={0}
              max={100}
              step={0.5}
              value={draft[g] * 100}
              aria-label={t('result.boundary_drag', { grade: g })}
              aria-valuetext={format.percent(draft[g])}
              disabled={!may}
              onChange={(e) => onDraft(movedBoundary(draft, g, Number(e.target.value) / 100))}
            />
            <NumberInput
              className="mg-field result-percent mg-num"
              aria-label={t('result.boundary', { grade: g })}
              value={Math.round(draft[g] * 1000) / 10}
              disabled={!may}
              onChange={(v) => {
                if (typeof v === 'number' && v >= 0 && v <= 100) onDraft(movedBoundary(draft, g, v / 100))
              }}
            />
            <span className="mg-dim mg-num">
              % · {t('result.from_points', { n: format.number(Math.ceil(draft[g] * score * 100) / 100) })}
            </span>
          </li>
        ))}
      </ol>
      <ul className="result-counts" aria-label={t('result.counts')}>
        {grades.map((g) => (
          <li key={g} className={`result-grade-${g}`}>
            <span className="result-letter">{g}</span>
            <strong className="mg-num">{format.number(after[g])}</strong>
            {after[g] !== before[g] && (
              <span className="mg-dim mg-num">{t('result.was', { n: format.number(before[g]) })}</span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="mg-dim">
        {changed ? t('result.moves', { n: movers.length }) : t('result.no_change')}
      </p>
      {movers.length > 0 && (
        <ul className="result-movers">
          {movers.slice(0, shown).map(({ person, from, to }) => (
            <li key={person.user_id}>
              <span className="mg-ellipsis">{person.name}</span>
              <span className="mg-dim mg-num">{format.number(person.points)}</span>
              <span className={better({ from, to }) ? 'result-up' : 'result-down'}>
                {from} → {to}
              </span>
            </li>
          ))}
          {movers.length > shown && <li className="mg-dim">{t('result.more', { n: movers.length - shown })}</li>}
        </ul>
      )}
      {may && (
        <div className="exam-buttons">
          <Button tone="primary" off={!changed && t('ui.unchanged')} onClick={() => setAsking(true)}>
            {t('result.save')}
          </Button>
          <Button off={!changed && t('ui.unchanged')} onClick={() => onDraft(stored)}>
            {t('result.back')}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        title={t('result.save_title')}
        confirm={t('result.save')}
        onConfirm={() => save({ params: { id }, body: { a: draft.A, b: draft.B, c: draft.C, version } })}
        onClose={() => setAsking(false)}
      >
        <p>{t(published ? 'result.save_published' : 'result.save_text', { n: movers.length })}</p>
      </Confirm>
    </Panel>
  )
}

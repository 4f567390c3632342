/** All questions by number: answered, unanswered, marked, and where one is. */
import type { Attempt } from '../../../contract/exam/attempt.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { type Entries, stateOf } from './sitting.logic.ts'

interface AnswerSheetProps {
  sections: Attempt['sections']
  entries: Entries
  current: string
  /** One cannot go from here. */
  fixed: boolean
  onGo: (item: string) => void
}

export function AnswerSheet({ sections, entries, current, fixed, onGo }: AnswerSheetProps) {
  const items = sections.flatMap((s) => s.items)
  const answered = items.filter((i) => stateOf(entries[i.id]) === 'answered').length
  return (
    <Panel
      className="exam-answers"
      title={t('exam.sheet')}
      description={t('exam.answered', { n: answered, all: items.length })}
    >
      {sections.map((s) => (
        <div key={s.id} className="exam-answers-section">
          {s.title && <h3>{s.title}</h3>}
          <ol>
            {s.items.map((i) => {
              const state = stateOf(entries[i.id])
              const marked = entries[i.id]?.marked ?? false
              const words = [t(`exam.item.${state}`), marked ? t('exam.item.marked') : ''].filter(Boolean).join(', ')
              return (
                <li key={i.id}>
                  <button
                    type="button"
                    className={`exam-cell exam-cell-${state}${marked ? ' exam-cell-marked' : ''}`}
                    aria-current={i.id === current ? 'step' : undefined}
                    aria-label={t('exam.cell', { n: i.n, state: words })}
                    title={words}
                    disabled={fixed}
                    onClick={() => onGo(i.id)}
                  >
                    {i.n}
                  </button>
                </li>
              )
            })}
          </ol>
        </div>
      ))}
      <p className="exam-legend mg-dim">
        <span className="exam-cell exam-cell-answered" aria-hidden="true" /> {t('exam.item.answered')}
        <span className="exam-cell exam-cell-unanswered" aria-hidden="true" /> {t('exam.item.unanswered')}
        <span className="exam-cell exam-cell-unanswered exam-cell-marked" aria-hidden="true" /> {t('exam.item.marked')}
      </p>
    </Panel>
  )
}

/** All questions by number: answered, unanswered, marked, and where one is. */
import './answer-sheet.css'
import { t } from '../../i18n/index.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type Entries, stateOf } from './entry.ts'

interface AnswerSheetProps {
  sections: readonly { id: string; title: string; items: readonly { id: string; n: number }[] }[]
  entries: Entries
  current: string
  /** One cannot go from here. */
  fixed: boolean
  onGo: (item: string) => void
}

const legend = ['answered', 'unanswered', 'marked'] as const

export function AnswerSheet({ sections, entries, current, fixed, onGo }: AnswerSheetProps) {
  const items = sections.flatMap((s) => s.items)
  const answered = items.filter((i) => stateOf(entries[i.id]) === 'answered').length
  return (
    <Panel
      className="answer-sheet"
      title={t('exam.sheet')}
      description={t('exam.answered', { n: answered, all: items.length })}
    >
      {sections.map((s) => (
        <div key={s.id} className="answer-sheet-section">
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
                    className={`answer-cell answer-cell-${state}${marked ? ' answer-cell-marked' : ''}`}
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
      <p className="answer-legend mg-dim">
        {legend.map((state) => (
          <span key={state}>
            <span className={`answer-cell answer-cell-${state}`} aria-hidden="true" /> {t(`exam.item.${state}`)}
          </span>
        ))}
      </p>
    </Panel>
  )
}

/** All questions by number: answered, partly answered, unanswered, marked, and where one is. */
import type { AnswerState } from '../../contract/bank/answer.ts'
import './answer-sheet.css'
import { t } from '../../i18n/index.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type EntriesByItem, type AnswerEntry, entryStateOf } from './entry.ts'

interface AnswerSheetProps {
  sections: readonly { id: string; title: string; items: readonly { id: string; n: number }[] }[]
  entries: EntriesByItem
  current: string
  /** One cannot go from here. */
  fixed: boolean
  onGo: (item: string) => void
}

interface Numbered {
  id: string
  n: number
}
interface CellProps {
  of: Numbered
  entry: AnswerEntry | undefined
  here?: boolean
  fixed: boolean
  onGo: (item: string) => void
}
function Cell({ of: { id, n }, entry, here = false, fixed, onGo }: CellProps) {
  const state = entryStateOf(entry)
  const marked = entry?.marked ?? false
  const words = [t(`exam.item.${state}`), marked ? t('exam.item.marked') : ''].filter(Boolean).join(', ')
  return (
    <button
      type="button"
      className={`answer-cell answer-cell-${state}${marked ? ' answer-cell-marked' : ''}`}
      aria-current={here ? 'step' : undefined}
      aria-label={t('exam.cell', { n, state: words })}
      title={words}
      disabled={fixed}
      onClick={() => onGo(id)}
    >
      {n}
    </button>
  )
}

/** What is left open or marked before a sheet is handed in, each a way to its question. */
export function LeftOpen({
  items,
  entries,
  fixed,
  onGo,
}: Pick<AnswerSheetProps, 'entries' | 'fixed' | 'onGo'> & { items: readonly Numbered[] }) {
  const open = items.filter((i) => entryStateOf(entries[i.id]) === 'unanswered')
  const partly = items.filter((i) => entryStateOf(entries[i.id]) === 'partly')
  const marked = items.filter((i) => entries[i.id]?.marked)
  const cells = (of: readonly Numbered[]) => (
    <span className="answer-left">
      {of.map((i) => (
        <Cell key={i.id} of={i} entry={entries[i.id]} fixed={fixed} onGo={onGo} />
      ))}
    </span>
  )
  return (
    <>
      {open.length + partly.length === 0 && <p>{t('exam.hand_in_all')}</p>}
      {open.length > 0 && <p>{t('exam.hand_in_open', { n: open.length })}</p>}
      {open.length > 0 && cells(open)}
      {partly.length > 0 && <p>{t('exam.hand_in_partly', { n: partly.length })}</p>}
      {partly.length > 0 && cells(partly)}
      {marked.length > 0 && <p>{t('exam.hand_in_marked', { n: marked.length })}</p>}
      {marked.length > 0 && cells(marked)}
    </>
  )
}

const legend = ['answered', 'partly', 'unanswered', 'marked'] as const

export function AnswerSheet({ sections, entries, current, fixed, onGo }: AnswerSheetProps) {
  const items = sections.flatMap((s) => s.items)
  const inState = (state: AnswerState) => items.filter((i) => entryStateOf(entries[i.id]) === state).length
  const partly = inState('partly')
  const counts = { n: inState('answered'), all: items.length }
  return (
    <Panel
      className="answer-sheet"
      title={t('exam.sheet')}
      description={partly ? t('exam.answered_partly', { ...counts, partly }) : t('exam.answered', counts)}
    >
      {sections.map((s) => (
        <div key={s.id} className="answer-sheet-section">
          {s.title && <h3>{s.title}</h3>}
          <ol>
            {s.items.map((i) => (
              <li key={i.id}>
                <Cell of={i} entry={entries[i.id]} here={i.id === current} fixed={fixed} onGo={onGo} />
              </li>
            ))}
          </ol>
        </div>
      ))}
      <p className="answer-legend mg-dim">
        {legend
          .filter((state) => state !== 'partly' || partly > 0)
          .map((state) => (
            <span key={state}>
              <span className={`answer-cell answer-cell-${state}`} aria-hidden="true" /> {t(`exam.item.${state}`)}
            </span>
          ))}
      </p>
    </Panel>
  )
}

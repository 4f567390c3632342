import '../../../ui/layout/Paper.css'
import { letterOf } from '../../../lib/letter.ts'
import type { PaperOf } from '../../../contract/bank/paperFor.ts'
import type { ItemFacts } from '../../../contract/bank/paper.routes.ts'
import { format, t } from '../../../i18n/index.ts'
import { readableStem } from '../../../parts/question/answer.logic.ts'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { type SectionItem, pointsIn } from '../compose/paper.logic.ts'
import type { ItemFactsLookup } from '../../../parts/question-pick/useFacts.ts'

interface SheetProps {
  name: string
  minutes: number
  /** Its letter, where there are several. */
  variant: string | undefined
  answers: boolean
  paper: PaperOf<SectionItem>
  of: ItemFactsLookup['of']
}

/** What is printed: a paper as people have it on the desk. */
export function PrintedPaper({ name, minutes, variant, answers, paper, of }: SheetProps) {
  const items = paper.sections.flatMap((s) => s.items)
  let n = 0
  return (
    <article className="mg-paper paper-sheet">
      <header>
        <h2>{name}</h2>
        <p className="paper-sheet-facts">
          {variant && <span>{t('paper.variant_n', { letter: variant })}</span>}
          <span>{t('paper.sum', { items: items.length, points: format.number(pointsIn(items)) })}</span>
          <span>{format.span(minutes * 60)}</span>
        </p>
        <p className="paper-sheet-who">
          <span>{t('paper.sheet_name')}</span>
          <span>{t('paper.sheet_number')}</span>
          <span>{t('paper.sheet_score')}</span>
        </p>
      </header>
      {paper.sections.map((s) => (
        <section key={s.id}>
          <h3>
            {s.title}{' '}
            <small>{t('paper.sum', { items: s.items.length, points: format.number(pointsIn(s.items)) })}</small>
          </h3>
          {s.instructions && <Markdown text={s.instructions} />}
          <ol>
            {s.items.map((item) => (
              <SheetItem key={item.id} n={++n} item={item} facts={of(item)} answers={answers} />
            ))}
          </ol>
        </section>
      ))}
    </article>
  )
}

interface SheetItemProps {
  n: number
  item: SectionItem & { options: readonly string[] }
  facts: ItemFacts | undefined
  answers: boolean
}
function SheetItem({ n, item, facts, answers }: SheetItemProps) {
  if (!facts) return <li className="paper-sheet-item">{t('paper.gone')}</li>
  const { question: q, key } = facts
  const options = item.options.length
    ? item.options.flatMap((id) => q.options.find((o) => o.id === id) ?? [])
    : q.options
  const right = new Set(key.correct)
  return (
    <li className="paper-sheet-item">
      <p className="paper-sheet-title">
        <span className="mg-num">{format.number(n)}.</span> {q.title}{' '}
        <small>{t('paper.points', { n: item.score })}</small>
      </p>
      {q.stem && <Markdown text={readableStem(q.stem)} />}
      {q.connection && <p className="mg-mono">{q.connection}</p>}
      {options.length > 0 && (
        <ul className="paper-sheet-options">
          {options.map((o, i) => (
            <li key={o.id} className={answers && right.has(o.id) ? 'paper-sheet-right' : undefined}>
              <span className="paper-sheet-box" data-round={q.type === 'single' || undefined} aria-hidden="true" />
              <span>
                {letterOf(i)}. {o.text}
                {answers && right.has(o.id) && <strong> ✓ {t('bank.right')}</strong>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {q.type === 'true-false' && (
        <ul className="paper-sheet-options">
          {[true, false].map((truth) => (
            <li key={String(truth)} className={answers && key.truth === truth ? 'paper-sheet-right' : undefined}>
              <span className="paper-sheet-box" data-round aria-hidden="true" />
              <span>
                {t(truth ? 'bank.true' : 'bank.false')}
                {answers && key.truth === truth && <strong> ✓ {t('bank.right')}</strong>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!answers && (q.type === 'short' || q.type === 'operation') && <div className="paper-sheet-lines" />}
      {!answers && q.type === 'flag' && <div className="paper-sheet-line" />}
      {answers && <Answers facts={facts} />}
    </li>
  )
}

function Answers({ facts: { question, key } }: { facts: ItemFacts }) {
  return (
    <div className="paper-sheet-answer">
      {key.accepted?.map((words, i) => (
        <p key={i}>
          {t('bank.answer_blank', { n: i + 1 })}: <strong>{words.join(' / ') || '–'}</strong>
        </p>
      ))}
      {key.reference && <Markdown text={key.reference} />}
      {key.explanation && <Markdown text={key.explanation} />}
      {question.type === 'flag' && !key.explanation && <p>{t('paper.flag_sealed')}</p>}
    </div>
  )
}

/** One candidate's sheet on A4. */
import type { PrintSheet } from '../../../contract/exam/print.schema.ts'
import type { PointsJudgement } from '../../../contract/exam/why.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { answersText } from '../../../parts/exam/answersText.ts'
import { readableStem } from '../../../parts/question/answer.logic.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { closedIn } from '../review/review.logic.ts'
import { answerLines, keyLines } from './answer.logic.ts'

export interface SheetPrintOptions {
  answers: boolean
  keys: boolean
}
interface PrintedSheetProps {
  exam: string
  startsAt: string
  of: PrintSheet
  wanted: SheetPrintOptions
}
const of = (points: number | null, score: number) =>
  `${points === null ? '–' : format.number(points)} / ${format.number(score)}`

export function PrintedSheet({ exam, startsAt, of: s, wanted }: PrintedSheetProps) {
  const facts: (readonly [string, string])[] = [
    [t('result.print.candidate'), s.candidate],
    [t('result.print.username'), s.username],
    [t('result.print.org'), s.org_name],
    [t('result.print.date'), format.date(startsAt)],
    [t('result.print.handed_at'), s.handed_at === null ? '–' : format.dateTimeSeconds(s.handed_at)],
    [t('result.print.attempt'), format.number(s.n)],
  ]
  return (
    <article className="score-sheet" aria-label={s.candidate}>
      <header>
        <h2>{exam}</h2>
        <dl className="score-sheet-facts">
          {facts
            .filter(([, value]) => value)
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <dl className="score-sheet-sum">
          <div>
            <dt>{t('exam.points_of')}</dt>
            <dd>{of(s.points, s.score)}</dd>
          </div>
          <div>
            <dt>{t('exam.grade')}</dt>
            <dd>{s.grade ?? '–'}</dd>
          </div>
          <div>
            <dt>{t('exam.rank')}</dt>
            <dd>
              {s.rank === null
                ? '–'
                : t('result.print.rank_of', { rank: format.number(s.rank), all: format.number(s.candidates) })}
            </dd>
          </div>
        </dl>
        {s.open > 0 && <p>{t('result.print.open', { n: s.open })}</p>}
        <Closed of={s} />
      </header>
      <Table
        name={t('result.print.section')}
        className="score-sheet-sections"
        rows={s.sections}
        keyOf={(x) => x.id}
        columns={[
          { head: t('result.print.section'), names: true, cell: (x) => x.title },
          { head: t('result.print.points'), number: true, cell: (x) => of(x.points, x.score) },
        ]}
      />
      {!wanted.answers && (
        <ol className="score-sheet-grid" aria-label={t('result.print.by_question')}>
          {s.sections.flatMap((x) =>
            x.items.map((i) => (
              <li key={i.id}>
                <span>{format.number(i.n)}</span> <strong>{of(i.points, i.score)}</strong>
              </li>
            )),
          )}
        </ol>
      )}
      {s.sections.map(
        (x) =>
          wanted.answers &&
          x.items.length > 0 && (
            <section key={x.id}>
              <h3>{x.title}</h3>
              {x.items.map((i) => (
                <Item key={i.id} of={i} wanted={wanted} />
              ))}
            </section>
          ),
      )}
      <footer>
        <h3>{t('result.print.receipt')}</h3>
        <dl className="score-sheet-receipt">
          <dt>{t('result.print.digest')}</dt>
          <dd>{s.digest}</dd>
          <dt>{t('result.print.signature')}</dt>
          <dd>{s.signature}</dd>
        </dl>
        <p>{answersText(s)}</p>
        <p>{t('result.print.receipt_says', { saves: s.saves })}</p>
        <div className="score-sheet-signs">
          {(['sign_candidate', 'sign_marker', 'sign_date'] as const).map((who) => (
            <span key={who}>{t(`result.print.${who}`)}</span>
          ))}
        </div>
      </footer>
    </article>
  )
}

/** A judgement in a line: points, by whom or what, on which version of the question. */
const whyLine = (w: PointsJudgement): string =>
  [
    format.number(w.points),
    w.marker_name || t(`exam.why_round.${rounds[w.round] ?? 'key'}`),
    tOr([`exam.why_rule.${w.rule}`, `exam.judged.${w.rule}`], w.rule),
    w.revision > 0
      ? t('exam.why_version_changed', { v: w.version, n: w.revision })
      : t('exam.why_version', { v: w.version }),
  ].join(' · ')
const rounds = ['key', 'first', 'second', 'third', 'objection'] as const

/** Why some of the sheet is not told, once for all of it. */
function Closed({ of: s }: { of: PrintSheet }) {
  const n = closedIn(s)
  if (s.waiting > 0) return <p>{t('exam.result_closed', { points: format.number(s.waiting), object: 'no' })}</p>
  return n > 0 ? <p>{t('exam.sheet_closed', { n, object: 'no' })}</p> : null
}

type PrintItem = PrintSheet['sections'][number]['items'][number]
function Item({ of: i, wanted }: { of: PrintItem; wanted: SheetPrintOptions }) {
  const words = { yes: t('bank.true'), no: t('bank.false') }
  const answer = answerLines(i.question, i.answer, words)
  const key = wanted.keys && i.key && i.points !== i.score ? keyLines(i.question, i.key, words) : ''
  return (
    <div className="score-sheet-item">
      <p className="score-sheet-title">
        <span>
          {format.number(i.n)}. {i.question.title}
        </span>
        <span className="score-sheet-points">
          <small>{tOr([`exam.judged.${i.rule}`], '')}</small> <strong>{of(i.points, i.score)}</strong>
        </span>
      </p>
      {i.question.stem && <Markdown text={readableStem(i.question.stem)} />}
      <dl className="score-sheet-answer">
        <dt>{t('result.print.answer')}</dt>
        <dd>{i.closed && !i.answer ? '–' : answer || t('result.print.no_answer')}</dd>
        {key && <dt>{t('result.print.key')}</dt>}
        {key && <dd>{key}</dd>}
        {i.comment && <dt>{t('result.print.comment')}</dt>}
        {i.comment && <dd>{i.comment}</dd>}
        <dt>{t('exam.why')}</dt>
        <dd>{i.closed ? t('exam.item_closed') : i.why.map(whyLine).join('\n') || '–'}</dd>
      </dl>
    </div>
  )
}

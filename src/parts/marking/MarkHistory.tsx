/** Who judged what, when, by which rule: what counts, and what counted before. */
import { settledMark } from '../../contract/exam/mark.ts'
import type { MarkingItem, MarkingSheet } from '../../contract/exam/run.schema.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { DateTime } from '../../ui/data/DateTime.tsx'

type Mark = MarkingItem['marks'][number]

export function MarkHistory({ item, rules }: { item: MarkingItem; rules: MarkingSheet['rules'] }) {
  if (!item.marks.length && !item.past.length) return null
  const how = settledMark(item.marks, item.score, rules)
  return (
    <div className="marking-marks">
      <ul aria-label={t('marking.marks')}>
        {item.marks.map((m) => (
          <Line key={m.round} of={m} rubric={item.rubric} word={t(`marking.round_n.${roundWord(m.round)}`)} />
        ))}
      </ul>
      {how.by === 'mean' && <p className="mg-dim">{t('marking.settled_mean')}</p>}
      {how.by === 'third' && <p className="mg-dim">{t('marking.settled_third')}</p>}
      {how.needs === 3 && <p className="mg-dim">{t('marking.needs_third')}</p>}
      {how.needs === 2 && <p className="mg-dim">{t('marking.needs_second')}</p>}
      {item.past.length > 0 && (
        <details>
          <summary>{t('marking.past', { n: item.past.length })}</summary>
          <ul>
            {item.past.map((m, n) => (
              <Line key={n} of={m} rubric={item.rubric} word={t(`marking.why.${m.why}`)} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Points, by which rule, on which version of the question and its key, by whom, when. */
function Line({ of: m, rubric, word }: { of: Mark; rubric: MarkingItem['rubric']; word: string }) {
  return (
    <li>
      <strong className="mg-num">{format.number(m.points)}</strong> {word}
      <span className="mg-dim">
        {[
          tOr([`exam.judged.${m.rule}`], m.rule),
          m.revision > 0
            ? t('marking.version_changed', { v: m.version, n: m.revision })
            : t('marking.version', { v: m.version }),
          m.marker_name || t('marking.machine'),
        ].join(' · ')}{' '}
        · <DateTime at={m.at} />
      </span>
      {m.lines.length > 0 && (
        <p className="mg-dim">
          {m.lines
            .flatMap((n) => rubric[n] ?? [])
            .map((l) => `${l.text} (${format.number(l.points)})`)
            .join(' · ')}
        </p>
      )}
      {m.comment && <p className="marking-comment">{m.comment}</p>}
    </li>
  )
}
const roundWord = (round: number) => (['key', 'first', 'second', 'third', 'objection'] as const)[round] ?? 'key'

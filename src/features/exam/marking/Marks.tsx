/** Who judged what, when, by which rule: what counts, and what counted before. */
import { settled } from '../../../contract/exam/mark.ts'
import type { MarkingItem, MarkingSheet } from '../../../contract/exam/run.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/DateTime.tsx'

type Mark = MarkingItem['marks'][number]

export function Marks({ item, rules }: { item: MarkingItem; rules: MarkingSheet['rules'] }) {
  if (!item.marks.length && !item.past.length) return null
  const how = settled(item.marks, item.score, rules)
  return (
    <div className="marking-marks">
      {item.marks.length > 0 && (
        <table className="mg-table">
          <caption className="mg-sr">{t('marking.marks')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('marking.round')}</th>
              <th scope="col">{t('marking.points')}</th>
              <th scope="col">{t('marking.rule')}</th>
              <th scope="col">{t('marking.by')}</th>
              <th scope="col">{t('marking.at')}</th>
            </tr>
          </thead>
          <tbody>
            {item.marks.map((m) => (
              <Line key={m.round} of={m} />
            ))}
          </tbody>
        </table>
      )}
      {how.by === 'mean' && <p className="mg-dim">{t('marking.settled_mean')}</p>}
      {how.by === 'third' && <p className="mg-dim">{t('marking.settled_third')}</p>}
      {how.needs === 3 && <p className="mg-dim">{t('marking.needs_third')}</p>}
      {how.needs === 2 && <p className="mg-dim">{t('marking.needs_second')}</p>}
      {item.past.length > 0 && (
        <details>
          <summary>{t('marking.past', { n: item.past.length })}</summary>
          <table className="mg-table">
            <tbody>
              {item.past.map((m, n) => (
                <Line key={n} of={m} why={t(`marking.why.${m.why}`)} />
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}

function Line({ of: m, why }: { of: Mark; why?: string }) {
  return (
    <tr>
      <td>{why ?? t(`marking.round_n.${roundWord(m.round)}`)}</td>
      <td className="mg-num">{format.number(m.points)}</td>
      <td>
        {tOr([`exam.judged.${m.rule}`], m.rule)}{' '}
        <span className="mg-faint mg-num">
          {m.revision > 0
            ? t('marking.version_changed', { v: m.version, n: m.revision })
            : t('marking.version', { v: m.version })}
        </span>
        {m.comment && <p className="marking-comment">{m.comment}</p>}
      </td>
      <td>{m.marker_name || t('marking.machine')}</td>
      <td>
        <DateTime at={m.at} />
      </td>
    </tr>
  )
}
const roundWord = (round: number) => (['key', 'first', 'second', 'third', 'objection'] as const)[round] ?? 'key'

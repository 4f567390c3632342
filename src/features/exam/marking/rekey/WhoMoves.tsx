/** Who would move from what to what. */
import type { RekeyPreview } from '../../../../contract/exam/rekey.schema.ts'
import { cents } from '../../../../contract/exam/score.ts'
import { format, t } from '../../../../i18n/index.ts'
import { Table } from '../../../../ui/data/Table.tsx'
import { Stat, StatRow } from '../../../../ui/data/Stat.tsx'

const shown = (n: number | null): string => (n === null ? '–' : format.number(cents(n)))

export function WhoMoves({ of: p }: { of: RekeyPreview }) {
  return (
    <section aria-label={t('marking.rekey_preview')} className="marking-dialog">
      <StatRow>
        <Stat
          label={t('marking.points_move')}
          value={format.number(p.points_move)}
          unit={`/ ${format.number(p.sheets)}`}
        />
        <Stat label={t('marking.grades_move')} value={format.number(p.grades_move)} />
        <Stat label={t('marking.ranks_move')} value={format.number(p.ranks_move)} />
        <Stat
          label={t('marking.mean')}
          value={shown(p.mean.after)}
          note={t('marking.was', { value: shown(p.mean.before) })}
        />
      </StatRow>
      {p.score.before !== p.score.after && (
        <p className="exam-message">
          {t('marking.score_moves', { before: format.number(p.score.before), after: format.number(p.score.after) })}
        </p>
      )}
      {p.moved.length === 0 ? (
        <p className="mg-dim">{t('marking.nobody_moves')}</p>
      ) : (
        <Table
          name={t('marking.candidate')}
          rows={p.moved}
          keyOf={(m) => m.attempt}
          columns={[
            { head: t('marking.candidate'), cell: (m) => m.candidate },
            {
              head: t('marking.points'),
              cell: (m) => <Pair before={shown(m.before.points)} after={shown(m.after.points)} />,
            },
            {
              head: t('marking.total'),
              cell: (m) => <Pair before={shown(m.before.total)} after={shown(m.after.total)} />,
            },
            {
              head: t('exam.grade'),
              cell: (m) => <Pair before={m.before.grade ?? '–'} after={m.after.grade ?? '–'} />,
            },
            { head: t('exam.rank'), cell: (m) => <Pair before={shown(m.before.rank)} after={shown(m.after.rank)} /> },
          ]}
        />
      )}
    </section>
  )
}

const Pair = ({ before, after }: { before: string; after: string }) => (
  <span className="mg-num">
    {before === after ? (
      <span className="mg-faint">{after}</span>
    ) : (
      <>
        <span className="mg-dim">{before}</span> → <strong>{after}</strong>
      </>
    )}
  </span>
)

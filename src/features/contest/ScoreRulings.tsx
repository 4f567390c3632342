/** What staff decided of a score, each with its reason. */
import './running.css'
import type { ScoreRuling } from '../../contract/contest/running.schema.ts'
import { t } from '../../i18n/index.ts'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { signedPoints } from './words.ts'

export function ScoreRulings({ of }: { of: readonly ScoreRuling[] }) {
  if (!of.length) return null
  return (
    <section>
      <h3 className="contest-heading">{t('judging.rulings')}</h3>
      <ul className="contest-answers">
        {of.map((r) => (
          <li key={r.id}>
            <p className="contest-fact">
              <strong>{t(`judging.ruling.${r.kind}`)}</strong>
              {r.item && <span>{r.item}</span>}
              {r.amount !== null && <strong className="mg-num">{signedPoints(r.amount)}</strong>}
              <span className="mg-faint contest-end">
                <DateTime at={r.at} />
              </span>
            </p>
            <p className="contest-said-text mg-dim">{r.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

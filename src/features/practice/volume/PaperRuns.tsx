/** Earlier times through a paper, with the line of their points. */
import { Link } from 'react-router-dom'
import type { PaperDetail } from '../../../contract/practice/volume.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Sparkline } from '../../../ui/data/Sparkline.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { sharesOf, passedOf } from './result.logic.ts'

export function PaperRuns({ paper: p, chosen }: { paper: PaperDetail; chosen?: string | undefined }) {
  const shares = sharesOf(p.runs)
  return (
    <Panel title={t('practice.paper_runs')} description={t('practice.tries', { n: p.tries })}>
      {shares.length > 1 && (
        <Sparkline
          values={shares.map((s) => Math.round(s * 100))}
          label={t('practice.paper_line')}
          width={480}
          height={64}
        />
      )}
      <ul className="practice-tries">
        {p.runs.map((r) => (
          <li key={r.id} aria-current={r.id === chosen ? 'true' : undefined}>
            <DateTime at={r.handed_at ?? r.began_at} />
            {r.handed_at ? (
              <Link to={href('volume-group-record', { id: p.id }, { run: r.id })}>
                <span className="mg-num">
                  {format.number(r.points ?? 0)} / {format.number(r.score)}
                </span>
              </Link>
            ) : (
              <Link to={href('volume-exam', { id: p.id })}>{t('practice.run_open')}</Link>
            )}
            {r.handed_at && (
              <StatusTag
                word={passedOf(r, p.pass) === 'passed' ? 'passed' : 'finished'}
                label={t(`practice.${passedOf(r, p.pass)}`)}
              />
            )}
            {r.open > 0 && <span className="mg-dim">{t('practice.to_assess', { n: r.open })}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

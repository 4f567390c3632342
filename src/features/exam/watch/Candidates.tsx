/** Candidates in a table: where each stands, how far he is, what his page has been seen to do. */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { CandidateRow } from './CandidateRow.tsx'
import type { Deed } from './Deeds.tsx'
import { useServerNow } from '../../../ui/useServerNow.ts'

interface CandidatesProps {
  exam: Exam
  of: { now: string; items: readonly Candidate[] }
  chosen: ReadonlyMap<string, Candidate>
  /** Something was searched for. */
  narrowed: boolean
  onTurn: (some: readonly Candidate[], on: boolean) => void
  onDeed: (deed: Deed) => void
}

const columns = ['candidate', 'progress', 'saved', 'left', 'focus', 'addresses'] as const

export function Candidates({ exam, of, chosen, narrowed, onTurn, onDeed }: CandidatesProps) {
  const now = useServerNow(of.now)
  const may = exam.can.includes('run')
  const whole = of.items.length > 0 && of.items.every((c) => chosen.has(c.user_id))
  return (
    <Panel flush className="watch-panel">
      {of.items.length === 0 ? (
        <Empty icon="users" title={t(narrowed ? 'kit.list.no_match' : 'watch.nobody')}>
          {narrowed ? undefined : t('watch.nobody_text')}
        </Empty>
      ) : (
        <div className="watch-scroll">
          <table className="mg-table watch-table">
            <caption className="mg-sr">{t('watch.candidates')}</caption>
            <thead>
              <tr>
                {may && (
                  <th scope="col">
                    <input
                      type="checkbox"
                      className="kit-box"
                      aria-label={t('kit.people.choose_page')}
                      checked={whole}
                      onChange={() => onTurn(of.items, !whole)}
                    />
                  </th>
                )}
                {columns.map((c) => (
                  <th key={c} scope="col">
                    {t(`watch.${c}`)}
                  </th>
                ))}
                <th scope="col">
                  <span className="mg-sr">{t('watch.deeds')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {of.items.map((c) => (
                <CandidateRow
                  key={c.user_id}
                  of={c}
                  now={now}
                  paused={exam.status === 'pause'}
                  may={may}
                  chosen={chosen.has(c.user_id)}
                  onTurn={(on) => onTurn([c], on)}
                  onDeed={onDeed}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

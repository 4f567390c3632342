/** Seasons of an arena: those that are over with their winners, and the digest by which anybody can tell that their standing is what it was. */
import type { ArenaDetail, ArenaSeason } from '../../../contract/contest/arena.routes.ts'
import { format, t } from '../../../i18n/index.ts'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { pointsText } from '../words.ts'
import { seasonTones } from './season.logic.ts'

export const Seasons = ({ of: a }: { of: ArenaDetail }) => (
  <div className="arena-seasons">
    {a.seasons.toReversed().map((s) => (
      <Season key={s.id} of={s} />
    ))}
  </div>
)

function Season({ of: s }: { of: ArenaSeason }) {
  return (
    <Panel
      title={
        <>
          {s.name} <StatusTag word={s.state} tone={seasonTones[s.state]} label={t(`arena.season_state.${s.state}`)} />
        </>
      }
      description={
        <span className="mg-num">
          {format.dateTime(s.starts_at)} – {format.dateTime(s.ends_at)}
        </span>
      }
    >
      {s.carry > 0 && s.n > 0 && <p className="mg-dim">{t('arena.carries', { n: format.number(s.carry) })}</p>}
      {s.winners.length > 0 && (
        <ol className="contest-lines" aria-label={t('arena.fame')}>
          {s.winners.map((w) => (
            <li key={`${w.rank} ${w.name}`}>
              <span className={`arena-medal arena-medal-${w.rank}`}>
                <Icon name="trophy" label={t('arena.place', { n: w.rank })} />
              </span>
              <strong className="mg-ellipsis">{w.name}</strong>
              {w.mine && <span className="mg-faint">{t('contest.you')}</span>}
              <span className="mg-num contest-end">{pointsText(w.score)}</span>
            </li>
          ))}
        </ol>
      )}
      {s.state === 'closed' && s.winners.length === 0 && <p className="mg-faint">{t('arena.fame_none')}</p>}
      {s.mine && (
        <p className="contest-state mg-tone-ok">
          {t('arena.mine', { rank: format.number(s.mine.rank), points: pointsText(s.mine.score) })}
        </p>
      )}
      {s.digest !== null && (
        <p className="arena-digest">
          {s.checked !== null && (
            <StatusTag
              word={s.checked ? 'checked' : 'changed'}
              tone={s.checked ? 'ok' : 'bad'}
              label={t(s.checked ? 'arena.checked' : 'arena.unchecked')}
            />
          )}
          <span className="mg-faint">{t('arena.digest')}</span>
          <Copyable mono text={s.digest}>
            {s.digest.slice(0, 16)}…
          </Copyable>
        </p>
      )}
    </Panel>
  )
}

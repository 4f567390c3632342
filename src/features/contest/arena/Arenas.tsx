/** Arenas the viewer may climb: their season, and their own place in it. */
import '../contest.css'
import { Link } from 'react-router-dom'
import type { ArenaCard } from '../../../contract/contest/arena.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'
import { pointsText } from '../words.ts'
import { JoinArena } from './JoinArena.tsx'
import { seasonClock, seasonTones } from './season.logic.ts'

const start = { q: '', page: 1 }

export default function Arenas() {
  const arenas = useBrowse('GET /my-arenas', { start, every: 60_000 })
  return (
    <Page title={t('screen.arena')} description={t('arena.list_text')}>
      <BrowseBar of={arenas} search={t('arena.search')} />
      <BrowseView of={arenas} empty={{ icon: 'trophy', title: t('arena.none'), text: t('arena.none_text') }}>
        {({ items, now }) => (
          <ul className="contest-cards">
            {items.map((a) => (
              <Card key={a.id} of={a} said={now} />
            ))}
          </ul>
        )}
      </BrowseView>
    </Page>
  )
}

function Card({ of: a, said }: { of: ArenaCard; said: string }) {
  const now = useServerNow(said)
  const page = href('arena-detail', { arena_id: a.id })
  return (
    <li className={`contest-card${a.mine && a.season?.state === 'open' ? ' contest-card-now' : ''}`}>
      <header>
        <h2>
          <Link to={page}>{a.name}</Link>
        </h2>
        {a.season && (
          <StatusTag
            word={a.season.state}
            tone={seasonTones[a.season.state]}
            label={t(`arena.season_state.${a.season.state}`)}
          />
        )}
      </header>
      {a.description && <p className="mg-dim">{a.description}</p>}
      {a.season && (
        <p className="contest-fact">
          <Icon name="clock" /> {a.season.name} · <span className="mg-num">{seasonClock(a.season, now)}</span>
        </p>
      )}
      <p className="contest-fact">
        <Icon name="flag-mark" /> {t('contest.size', { n: a.challenges })} · {t('arena.people', { n: a.entries })}
      </p>
      {a.mine && (
        <p className="contest-state mg-tone-ok">
          {a.mine.rank === null
            ? t('arena.mine_none')
            : t('arena.mine', { rank: format.number(a.mine.rank), points: pointsText(a.mine.score) })}
        </p>
      )}
      {a.status === 'banned' && <p className="contest-state mg-tone-bad">{t('arena.banned')}</p>}
      <footer className="contest-buttons">
        <Link className={linkClass(a.can.includes('play') ? 'primary' : 'plain', 'small')} to={page}>
          {t(a.can.includes('play') ? 'contest.play' : 'contest.open')}
        </Link>
        {a.can.includes('join') && <JoinArena id={a.id} />}
      </footer>
    </li>
  )
}

/** Contests the viewer may enter, or is in: what goes on first. */
import './contest.css'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ContestCard } from '../../contract/contest/play.schema.ts'
import { contestStatuses, type ContestStatus } from '../../contract/contest/status.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { useServerNow } from '../../ui/data/useServerNow.ts'
import { RegisterDialog } from './Register.tsx'
import { clockText } from './words.ts'
import { takesTeams } from './teams/takesTeams.ts'

const OwnTeams = lazy(() => import('./teams/OwnTeams.tsx'))

const start = { q: '', page: 1, status: undefined as ContestStatus | undefined }
const among = { status: contestStatuses }

export default function ContestCards() {
  const contests = useBrowse('GET /contests', { start, among, every: 60_000 })
  return (
    <Page title={t('screen.flag-contest')} description={t('contest.list_text')}>
      <BrowseBar
        of={contests}
        search={t('contest.search')}
        filters={[
          {
            field: 'status',
            label: t('flag-contest.field.status'),
            all: t('contest.entry_all'),
            options: contestStatuses.map((value) => ({ value, label: t(`flag-contest.status.${value}`) })),
          },
        ]}
      />
      <BrowseView of={contests} empty={{ icon: 'flag-mark', title: t('contest.none'), text: t('contest.none_text') }}>
        {({ items, now }) => (
          <ul className="contest-cards">
            {items.map((c) => (
              <Card key={c.id} of={c} said={now} />
            ))}
          </ul>
        )}
      </BrowseView>
    </Page>
  )
}

function Card({ of: c, said }: { of: ContestCard; said: string }) {
  const now = useServerNow(said)
  const page = href('flag-contest-play', { resource_id: c.id })
  return (
    <li className={`contest-card${c.can.includes('play') && c.status !== 'finished' ? ' contest-card-now' : ''}`}>
      <header>
        <h2>
          <Link to={page}>{c.name}</Link>
        </h2>
        <StatusTag word={c.status} label={t(`flag-contest.status.${c.status}`)} />
      </header>
      {c.description && <p className="mg-dim">{c.description}</p>}
      <p className="contest-fact">
        <Icon name="clock" /> <span className="mg-num">{clockText(c, now)}</span>
      </p>
      <p className="contest-fact">
        <Icon name="calendar" />{' '}
        <span className="mg-num">
          {format.dateTime(c.starts_at)} – {format.dateTime(c.ends_at)}
        </span>
      </p>
      <p className="contest-fact">
        <Icon name="flag-mark" /> {t('contest.size', { n: c.challenges })}
        {' · '}
        {c.mode === 'team' ? t('contest.teams_of', { least: c.team_least, most: c.team_most }) : t('contest.alone')}
        {' · '}
        {t('contest.entries_n', { n: c.entries })}
      </p>
      <EntryState of={c} />
      <footer className="contest-buttons">
        {c.can.includes('play') ? (
          <Link className={linkClass('primary', 'small')} to={page}>
            {t(c.status === 'finished' ? 'contest.open' : 'contest.play')}
          </Link>
        ) : (
          c.can.includes('board') && (
            <Link className={linkClass('plain', 'small')} to={page}>
              {t('contest.open')}
            </Link>
          )
        )}
        <EntryButtons of={c} />
      </footer>
    </li>
  )
}

/** How the viewer stands to it: their entry, or why they cannot enter. */
export function EntryState({ of: c }: { of: ContestCard }) {
  const { mine, closed } = c
  if (mine?.status === 'registered') return <p className="contest-state mg-tone-warn">{t('contest.waiting_for')}</p>
  if (mine?.status === 'banned')
    return <p className="contest-state mg-tone-bad">{t('contest.banned_because', { reason: mine.reason })}</p>
  if (mine?.status === 'accepted')
    return <p className="contest-state mg-tone-ok">{t('contest.mine', { name: mine.name })}</p>
  if (closed === 'rejected')
    return <p className="contest-state mg-tone-bad">{t('contest.closed.rejected', { reason: mine?.reason ?? '' })}</p>
  if (closed === null || closed === 'entered' || c.status === 'finished') return null
  return <p className="mg-dim">{t(`contest.closed.${closed}`)}</p>
}

/** Registering and withdrawing, where that may be done now. */
export function EntryButtons({ of: c }: { of: ContestCard }) {
  const [open, setOpen] = useState<'register' | 'withdraw' | 'teams'>()
  const [withdraw] = useWrite('POST /contests/:id/withdraw')
  const close = () => setOpen(undefined)
  return (
    <>
      {c.can.includes('register') && (
        <Button tone="primary" size="small" onClick={() => setOpen('register')}>
          {t('contest.register')}
        </Button>
      )}
      {c.can.includes('withdraw') && (
        <Button size="small" onClick={() => setOpen('withdraw')}>
          {t('contest.withdraw')}
        </Button>
      )}
      {takesTeams(c) && (
        <Button size="small" icon="users" onClick={() => setOpen('teams')}>
          {t('entry.teams')}
        </Button>
      )}
      {open === 'register' && <RegisterDialog of={c} onTeams={() => setOpen('teams')} onClose={close} />}
      {open === 'teams' && (
        <Suspense fallback={null}>
          <OwnTeams of={c} onClose={close} />
        </Suspense>
      )}
      {open === 'withdraw' && (
        <Confirm
          open
          danger
          title={t('contest.withdraw_title', { name: c.name })}
          confirm={t('contest.withdraw')}
          done={t('contest.withdrawn')}
          onConfirm={() => withdraw({ params: { id: c.id }, body: {} })}
          onClose={close}
        >
          <p>{t('contest.withdraw_text')}</p>
        </Confirm>
      )}
    </>
  )
}

/** An arena for whoever climbs it: their standing, challenges, the ladder, seasons with their winners, and events that count. */
import '../contest.css'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ArenaDetail as Detail } from '../../../contract/contest/arena.routes.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Stat } from '../../../ui/data/Stat.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { pointsText } from '../words.ts'
import { ArenaEvents } from './ArenaEvents.tsx'
import { ArenaItems } from './ArenaItems.tsx'
import { JoinArena } from './JoinArena.tsx'
import { Ladder } from './Ladder.tsx'
import { seasonClock, seasonTones } from './season.logic.ts'
import { Seasons } from './Seasons.tsx'

const History = lazy(() => import('./History.tsx'))
const parts = ['challenges', 'ladder', 'seasons', 'events', 'rules'] as const
type Part = (typeof parts)[number]

export default function ArenaDetail() {
  const { arena_id: id = '' } = useParams()
  const { data: a, error, refetch } = useRead('GET /my-arenas/:id', { params: { id } }, { every: 60_000 })
  if (!a)
    return (
      <Page title={t('screen.arena-detail')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  return (
    <Page
      title={a.name}
      tags={
        a.season && (
          <StatusTag
            word={a.season.state}
            tone={seasonTones[a.season.state]}
            label={t(`arena.season_state.${a.season.state}`)}
          />
        )
      }
      description={a.season && <Season of={a.season} said={a.now} />}
      actions={a.can.includes('join') && <JoinArena id={a.id} />}
    >
      {a.status === 'banned' && <p className="contest-state mg-tone-bad">{t('arena.banned')}</p>}
      {a.mine && <Mine of={a} />}
      <Parts of={a} />
    </Page>
  )
}

function Season({ of, said }: { of: NonNullable<Detail['season']>; said: string }) {
  const now = useServerNow(said)
  return (
    <>
      {of.name} · <span className="mg-num">{seasonClock(of, now)}</span>
    </>
  )
}

function Mine({ of: a }: { of: Detail }) {
  if (!a.mine) return null
  return (
    <Panel title={t('arena.standing')}>
      <div className="arena-mine">
        <div className="arena-figures">
          <Stat label={t('contest.board_rank')} value={a.mine.rank === null ? '–' : format.number(a.mine.rank)} />
          <Stat label={t('contest.board_score')} value={pointsText(a.mine.score)} />
          <Stat label={t('contest.board_solved')} value={format.number(a.mine.solved)} />
          {a.carried > 0 && <Stat label={t('arena.carried')} value={pointsText(a.carried)} />}
        </div>
        <Suspense fallback={<Loading kind="text" rows={4} />}>
          <History arena={a.id} />
        </Suspense>
      </div>
    </Panel>
  )
}

function Parts({ of: a }: { of: Detail }) {
  const [search, setSearch] = useSearchParams()
  const open = parts.filter((p) => p !== 'events' || a.events.length > 0)
  const plays = a.can.includes('play')
  const first: Part = plays ? 'challenges' : 'ladder'
  const asked = open.find((p) => p === search.get('part')) ?? first
  const show = (part: Part) => {
    const next = new URLSearchParams(search)
    next.set('part', part)
    next.delete('item')
    setSearch(next)
  }
  return (
    <>
      <Tabs
        label={t('arena.tabs')}
        items={open.map((id) => ({ id, label: t(`arena.tab.${id}`) }))}
        active={asked}
        onChange={show}
      />
      {asked === 'challenges' &&
        (plays ? (
          <ArenaItems arena={a.id} />
        ) : (
          <Empty icon="lock" title={t('arena.not_in')}>
            {t('arena.not_in_text')}
          </Empty>
        ))}
      {asked === 'ladder' && <Ladder of={a} />}
      {asked === 'seasons' && <Seasons of={a} />}
      {asked === 'events' && <ArenaEvents of={a.events} />}
      {asked === 'rules' && (
        <Panel>
          {a.description && <p>{a.description}</p>}
          <p className="mg-dim">{t('arena.how')}</p>
          {a.rules && <Markdown text={a.rules} />}
        </Panel>
      )}
    </>
  )
}

/** A contest for whoever takes part: challenges by category, one of them opened beside them, the board and the rules. */
import '../contest.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { LockedItem, PlayItem } from '../../../contract/contest/play.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'
import { Board } from '../Board.tsx'
import { EntryButtons, EntryState } from '../ContestCards.tsx'
import { clockText, pointsText } from '../words.ts'
import { ContestChallenge } from './Challenge.tsx'
import { itemTones } from './item.ts'
import { ContestNews, PinnedNotices } from './ContestNews.tsx'
import { WriteUpTab } from './WriteUpTab.tsx'

const parts = ['challenges', 'board', 'news', 'write-up', 'rules'] as const
type Part = (typeof parts)[number]

export default function ContestPlay() {
  const { resource_id: id = '' } = useParams()
  const { data: c, error, refetch } = useRead('GET /contests/:id', { params: { id } }, { every: 60_000 })
  if (!c)
    return (
      <Page title={t('screen.flag-contest-play')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  return (
    <Page
      title={c.name}
      tags={<StatusTag word={c.status} label={t(`flag-contest.status.${c.status}`)} />}
      description={<Countdown of={c} />}
      actions={<EntryButtons of={c} />}
    >
      <EntryState of={c} />
      <PinnedNotices contest={c.id} />
      <Parts of={c} />
    </Page>
  )
}

type Contest = Parameters<typeof clockText>[0] & { now: string }
function Countdown({ of: c }: { of: Contest }) {
  const now = useServerNow(c.now)
  return <span className="mg-num">{clockText(c, now)}</span>
}

function Parts({
  of: c,
}: {
  of: {
    id: string
    can: readonly string[]
    rules: string
    description: string
    ai: 'allowed' | 'declared' | 'forbidden'
    status: string
    write_up_until: string | null
  }
}) {
  const [search, setSearch] = useSearchParams()
  const plays = c.can.includes('play')
  const first: Part = plays ? 'challenges' : c.can.includes('board') ? 'board' : 'rules'
  const asked = parts.find((p) => p === search.get('part')) ?? first
  const show = (part: Part) => {
    const next = new URLSearchParams(search)
    next.set('part', part)
    next.delete('item')
    setSearch(next)
  }
  return (
    <>
      <Tabs
        label={t('contest.tabs')}
        items={parts
          .filter((id) => id !== 'board' || c.can.includes('board'))
          .filter((id) => id !== 'write-up' || (plays && c.write_up_until !== null))
          .map((id) => ({ id, label: t(`contest.tab.${id}`) }))}
        active={asked}
        onChange={show}
      />
      {asked === 'challenges' && (plays ? <Challenges contest={c.id} /> : <NotIn started={c.status !== 'unstarted'} />)}
      {asked === 'board' && (
        <>
          <p>
            <Link className={linkClass()} to={href('flag-display', { resource_id: c.id, value: 'board' })}>
              <Icon name="expand" /> {t('contest.big_screen')}
            </Link>
          </p>
          <Board contest={c.id} side="play" />
        </>
      )}
      {asked === 'news' && <ContestNews contest={c.id} plays={plays} />}
      {asked === 'write-up' && <WriteUpTab contest={c.id} />}
      {asked === 'rules' && (
        <Panel>
          {c.description && <p>{c.description}</p>}
          <p className="mg-dim">{t(`contest.ai_text.${c.ai}`)}</p>
          {c.rules && <Markdown text={c.rules} />}
        </Panel>
      )}
    </>
  )
}

const NotIn = ({ started }: { started: boolean }) => (
  <Empty icon={started ? 'lock' : 'clock'} title={t(started ? 'contest.not_in' : 'contest.not_started')}>
    {started ? t('contest.not_in_text') : undefined}
  </Empty>
)

function Challenges({ contest }: { contest: string }) {
  const { data, error, refetch } = useRead('GET /contests/:id/items', { params: { id: contest } }, { every: 60_000 })
  const [search, setSearch] = useSearchParams()
  const open = search.get('item')
  const turn = (item: string) => {
    const next = new URLSearchParams(search)
    next.set('item', item)
    setSearch(next)
  }
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" />
  if (!data.items.length && !data.locked.length)
    return (
      <Empty icon="flag-mark" title={t('contest.no_challenges')}>
        {t('contest.no_challenges_text')}
      </Empty>
    )
  const categories = [...new Set([...data.items, ...data.locked].map((i) => i.category))]
  const shown = data.items.find((i) => i.id === open)
  return (
    <div className={`contest-play${shown ? ' contest-play-open' : ''}`}>
      <div className="contest-categories">
        {categories.map((category) => (
          <section key={category} aria-label={category}>
            <h2 className="contest-heading">
              {category}
              <SolvedOf items={data.items.filter((i) => i.category === category)} />
            </h2>
            <ul className="contest-items">
              {data.items
                .filter((i) => i.category === category)
                .map((i) => (
                  <li key={i.id}>
                    <ItemCard of={i} now={data.now} chosen={i.id === open} onOpen={() => turn(i.id)} />
                  </li>
                ))}
              {data.locked
                .filter((i) => i.category === category)
                .map((i, n) => (
                  <li key={n}>
                    <LockedCard of={i} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      {shown && <ContestChallenge key={shown.id} item={shown} />}
    </div>
  )
}

const SolvedOf = ({ items }: { items: readonly PlayItem[] }) => (
  <span className="mg-faint mg-num">
    {t('contest.solved_of', { n: items.filter((i) => i.state === 'solved').length, all: items.length })}
  </span>
)

/** One that is to come: what it takes, and nothing of what it is. */
const LockedCard = ({ of: i }: { of: LockedItem }) => (
  <div className="contest-item contest-item-locked">
    <span className="contest-item-title">
      <Icon name="lock" /> {t('contest.locked')}
    </span>
    <span className="contest-item-value mg-num">{pointsText(i.value)}</span>
    <span className="contest-item-facts">
      {i.solved < i.wanted && <span>{t('contest.locked_solves', { n: i.wanted - i.solved })}</span>}
      {i.score !== null && <span>{t('contest.locked_score', { n: i.score })}</span>}
    </span>
  </div>
)

interface CardProps {
  of: PlayItem
  now: string
  chosen: boolean
  onOpen: () => void
}
export function ItemCard({ of: i, now: said, chosen, onOpen }: CardProps) {
  const now = useServerNow(said)
  return (
    <button type="button" className={`contest-item contest-item-${i.state}`} aria-pressed={chosen} onClick={onOpen}>
      <span className="contest-item-title">{i.title}</span>
      <span className="contest-item-value mg-num">{pointsText(i.worth ?? i.value)}</span>
      <span className="contest-item-facts">
        <StatusTag dot word={i.state} tone={itemTones[i.state]} label={t(`contest.item_state.${i.state}`)} />
        <span className="mg-faint mg-num">{t('contest.solves', { n: i.solves })}</span>
        {i.blood !== null && (
          <span className="contest-blood">
            <Icon name="trophy" /> {t('contest.blood', { n: i.blood })}
          </span>
        )}
        {i.found > 0 && i.state !== 'solved' && <span className="mg-num">{t('contest.found', { n: i.found })}</span>}
        {i.held_back && <span className="mg-faint">{t('contest.held_back')}</span>}
        {i.closes_at !== null && i.state !== 'closed' && i.state !== 'solved' && (
          <span className="mg-faint mg-num">
            {t('contest.closes_in', {
              time: format.span(Math.max(0, Math.ceil((Date.parse(i.closes_at) - now) / 1000))),
            })}
          </span>
        )}
      </span>
    </button>
  )
}

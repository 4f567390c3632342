import { useSearchParams } from 'react-router-dom'
import type { ArenaItem } from '../../../contract/contest/arena.routes.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ContestChallenge } from '../play/Challenge.tsx'
import { ItemCard } from '../play/ContestPlay.tsx'

/** Challenges that count, by category, and below them those that are left for practice. */
export function ArenaItems({ arena }: { arena: string }) {
  const { data, error, refetch } = useRead('GET /my-arenas/:id/items', { params: { id: arena } }, { every: 60_000 })
  const [search, setSearch] = useSearchParams()
  const open = search.get('item')
  const turn = (item: string) => {
    const next = new URLSearchParams(search)
    next.set('item', item)
    setSearch(next)
  }
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" />
  if (!data.items.length)
    return (
      <Empty icon="flag-mark" title={t('contest.no_challenges')}>
        {t('arena.no_items_text')}
      </Empty>
    )
  const counting = data.items.filter((i) => !i.retired)
  const retired = data.items.filter((i) => i.retired)
  const shown = data.items.find((i) => i.id === open)
  const group = (title: string, items: readonly ArenaItem[], text?: string) => (
    <section key={title} aria-label={title}>
      <h2 className="contest-heading">{title}</h2>
      {text && <p className="mg-hint">{text}</p>}
      <ul className="contest-items">
        {items.map((i) => (
          <li key={i.id}>
            <ItemCard
              of={{ ...i, closes_at: i.retired ? null : i.retires_at }}
              now={data.now}
              chosen={i.id === open}
              onOpen={() => turn(i.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
  return (
    <div className={`contest-play${shown ? ' contest-play-open' : ''}`}>
      <div className="contest-categories">
        {[...new Set(counting.map((i) => i.category))].map((category) =>
          group(
            category,
            counting.filter((i) => i.category === category),
          ),
        )}
        {retired.length > 0 && group(t('arena.retired'), retired, t('arena.retired_text'))}
      </div>
      {shown && <ContestChallenge key={shown.id} item={shown} />}
    </div>
  )
}

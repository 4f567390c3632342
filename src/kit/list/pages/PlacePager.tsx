/** From page to page of a log, and what came in since its first page was read. */
import { counterOf } from '../../resource/counter.ts'
import '../list.css'
import './pager.css'
import type { ListQuery } from '../../../contract/lib/resource.ts'
import { format, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { useCached } from '../../data/api.ts'
import { NativeSelect } from '../../resource/input/Select.tsx'
import { changedListState, pageSizes } from '../state/state.logic.ts'
import type { ListModel } from '../useList.ts'

const lookEvery = 10_000

export function PlacePager({ list }: { list: ListModel }) {
  const { state, setState, data } = list
  const sizes = [...new Set([...pageSizes, state.size])].sort((a, b) => a - b)
  const start = changedListState(state, {})
  const { newer, older } = data ?? {}
  return (
    <nav className="kit-pager kit-pager-place" aria-label={t('kit.list.pages')}>
      <span className="mg-num mg-dim" role="status">
        {data &&
          (data.exact === false
            ? t('kit.list.about', { n: format.number(data.total) })
            : t('kit.list.count', { n: data.total, unit: counterOf() }))}
      </span>
      <span className="kit-space" />
      <NativeSelect
        small
        aria-label={t('kit.list.page_size')}
        title={t('kit.list.page_size')}
        value={String(state.size)}
        options={sizes.map((n) => ({ value: String(n), label: format.number(n) }))}
        onChange={(v) => setState(changedListState(state, { size: Number(v) }))}
      />
      <Button size="small" tone="quiet" disabled={!newer} onClick={() => setState(start)}>
        {t('kit.list.newest')}
      </Button>
      <Button
        size="small"
        icon="chevron-left"
        disabled={!newer}
        onClick={() => newer && setState({ ...start, place: `before.${newer}` })}
      >
        {t('kit.list.newer')}
      </Button>
      <Button
        size="small"
        icon="chevron-right"
        disabled={!older}
        onClick={() => older && setState({ ...start, place: `after.${older}` })}
      >
        {t('kit.list.older')}
      </Button>
      <Button size="small" tone="quiet" disabled={!older} onClick={() => setState({ ...start, place: 'oldest' })}>
        {t('kit.list.oldest')}
      </Button>
    </nav>
  )
}

/** On the first page: how many rows came in since, shown when somebody wants them, so that nothing moves below a reader's eyes. */
export function News({ list }: { list: ListModel }) {
  const { data, query, state, refetch, fetching } = list
  const { page_size: _size, ...narrow }: ListQuery = query
  const since = data?.top ?? '0-0'
  const news = useCached<{ count: number; more: boolean }>(
    `GET ${list.spec.resource.path}/news`,
    { query: { ...narrow, since } },
    { skip: data === undefined || state.place !== undefined, every: lookEvery },
  )
  const { count = 0, more = false } = (state.place === undefined && news.data) || {}
  return (
    <div role="status" className={count ? 'kit-news' : 'mg-sr'}>
      {count > 0 && (
        <Button size="small" tone="quiet" icon="refresh" busy={fetching} onClick={refetch}>
          {more ? t('kit.list.news_many', { n: format.number(count) }) : t('kit.list.news', { n: count })}
        </Button>
      )}
    </div>
  )
}

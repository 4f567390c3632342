import { useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { NativeSelect } from '../../kit/resource/input/Select.tsx'
import { BylineText } from '../../parts/byline/Byline.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { ReadShare } from './ReadShare.tsx'

const size = 20
const shown = { all: undefined, read: true, unread: false } as const

/** Who has read it and who has not, by organisation. */
export default function Readers({ id, shown: began }: { id: string; shown: boolean }) {
  const [tab, setTab] = useState<keyof typeof shown>('all')
  const [org, setOrg] = useState('')
  const [page, turn] = useState(1)
  const read = shown[tab]
  const { data, error, refetch } = useRead(
    'GET /announcements/:id/readers',
    {
      params: { id },
      query: { page, page_size: size, ...(read === undefined ? {} : { read }), ...(org ? { org_id: org } : {}) },
    },
    { skip: !began },
  )
  const narrow = (change: () => void) => {
    change()
    turn(1)
  }
  if (!began) return <Panel title={t('notice.readers_of')}>{t('notice.not_yet')}</Panel>
  return (
    <Panel title={t('notice.readers_of')}>
      {error && !data ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="text" rows={8} />
      ) : (
        <>
          <ReadShare read={data.read} addressed={data.addressed} />
          {data.closed > 0 && <p className="mg-hint">{t('notice.closed', { n: data.closed })}</p>}
          {data.orgs.length > 1 && (
            <>
              <h3 className="notice-sub">{t('notice.by_org')}</h3>
              <ul className="notice-orgs">
                {data.orgs.map((o) => (
                  <li key={o.id}>
                    <span className="mg-ellipsis">{o.name || t('notice.no_org')}</span>
                    <ReadShare read={o.read} addressed={o.addressed} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <div className="notice-narrow">
            <Tabs
              label={t('notice.readers_of')}
              active={tab}
              onChange={(to) => narrow(() => setTab(to))}
              items={[
                { id: 'all', label: t('notice.readers_all'), count: data.addressed },
                { id: 'read', label: t('notice.readers_read'), count: data.read },
                { id: 'unread', label: t('notice.readers_unread'), count: data.addressed - data.read },
              ]}
            />
            {data.orgs.length > 1 && (
              <NativeSelect
                aria-label={t('notice.org')}
                value={org}
                options={[
                  { value: '', label: t('notice.all_orgs') },
                  ...data.orgs.filter((o) => o.id !== '').map((o) => ({ value: o.id, label: o.name })),
                ]}
                onChange={(to) => narrow(() => setOrg(to))}
              />
            )}
          </div>
          {data.items.length === 0 && <p className="mg-faint">{t('notice.readers_none')}</p>}
          <ul className="notice-people">
            {data.items.map((p) => (
              <li key={p.id}>
                <span className="notice-person">
                  <BylineText of={p} />
                </span>
                <span className="mg-dim mg-ellipsis">{p.org_name}</span>
                <span className="mg-dim">{p.read_at ? <DateTime at={p.read_at} /> : t('notice.unread')}</span>
              </li>
            ))}
          </ul>
          {data.total > size && (
            <div className="notice-pages">
              <span className="mg-faint mg-num">
                {format.number(page)} / {format.number(Math.ceil(data.total / size))}
              </span>
              <Button size="small" disabled={page === 1} onClick={() => turn(page - 1)}>
                {t('notice.newer')}
              </Button>
              <Button size="small" disabled={page * size >= data.total} onClick={() => turn(page + 1)}>
                {t('notice.older')}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

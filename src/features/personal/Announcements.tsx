import { useState } from 'react'
import type { Announcement } from '../../contract/personal/routes.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const size = 10
const tones = { notice: 'info', maintenance: 'warn', event: 'ok' } as const

export function Announcements() {
  const [page, turn] = useState(1)
  const { data, error, refetch } = useRead('GET /personal/announcements', { query: { page, page_size: size } })
  return (
    <Panel title={t('personal.announcements')} flush>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="text" rows={8} />
      ) : data.total === 0 ? (
        <Empty title={t('personal.no-announcements')} icon="bell" compact>
          {t('personal.no-announcements-text')}
        </Empty>
      ) : (
        <>
          {data.items.map((a) => (
            <OneAnnouncement key={a.id} announcement={a} />
          ))}
          {data.total > size && (
            <div className="announcement-pages">
              <Button size="small" disabled={page === 1} onClick={() => turn(page - 1)}>
                {t('personal.newer')}
              </Button>
              <Button size="small" disabled={page * size >= data.total} onClick={() => turn(page + 1)}>
                {t('personal.older')}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

function OneAnnouncement({ announcement: a }: { announcement: Announcement }) {
  return (
    <article className="announcement">
      <div className="announcement-head">
        <h3 className="announcement-title">{a.title}</h3>
        <StatusTag word={a.type} tone={tones[a.type]} label={t(`personal.announcement.${a.type}`)} />
        {a.pinned && <StatusTag word="pinned" tone="accent" label={t('personal.pinned')} />}
        <span className="mg-faint">
          {a.publisher} · <DateTime at={a.published_at} />
        </span>
      </div>
      <p className="announcement-text">{a.content}</p>
    </article>
  )
}

/** What happened to a scene, newest first; older pages on request. */
import './card.css'
import { useEffect, useState } from 'react'
import type { SceneEventLine } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAsk } from '../../../kit/resource/calls.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Timeline } from '../../../ui/data/Timeline.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import type { IconName } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Tone } from '../../../ui/data/tone.ts'
import { mergedEventPages } from './events.logic.ts'
import { eventText } from './words.ts'

interface Page {
  items: readonly SceneEventLine[]
  older: number | null
}
const looks: Record<SceneEventLine['level'], { tone: Tone; icon: IconName }> = {
  info: { tone: 'idle', icon: 'info' },
  warn: { tone: 'warn', icon: 'warn' },
  error: { tone: 'bad', icon: 'bad' },
}

export function EventsPanel({ id }: { id: string }) {
  const { data, error, refetch } = useRead('GET /scenes/:id/events', { params: { id }, query: {} })
  const [log, setLog] = useState<Page>({ items: [], older: null })
  const [busy, setBusy] = useState(false)
  const ask = useAsk()
  // a page that is read again adds what is new; what was read before stays
  useEffect(() => {
    if (data)
      setLog((l) => ({ items: mergedEventPages(l.items, data.items), older: l.items.length ? l.older : data.older }))
  }, [data])
  const older = async () => {
    setBusy(true)
    try {
      const page = await ask<Page>('GET /scenes/:id/events', { params: { id }, query: { before: log.older } })
      setLog((l) => ({ items: mergedEventPages(l.items, page.items), older: page.older }))
    } catch (e) {
      toast.problem(problemOf(e))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel flush title={t('scene.events')}>
      {!data && (error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" rows={6} />)}
      {data && log.items.length === 0 && data.items.length === 0 && (
        <Empty compact icon="history" title={t('scene.events_none')} />
      )}
      <div className="sc-events">
        <Timeline
          items={log.items.map((line) => ({
            key: line.seq,
            at: <DateTime at={line.at} seconds />,
            tone: looks[line.level].tone,
            icon: { name: looks[line.level].icon, label: t(`scene.event_level.${line.level}`) },
            what: (
              <>
                {line.node_name && <b>{line.node_name} · </b>}
                {eventText(line)}
                <span className="mg-faint"> · {line.by_name || t('scene.events_platform')}</span>
              </>
            ),
          }))}
        />
      </div>
      {log.older !== null && (
        <div className="sc-more">
          <Button size="small" busy={busy} onClick={() => void older()}>
            {t('scene.events_older')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** The log of a service: its end, followed if wished, narrowed by words and levels, further back on request, and as a file. */
import { useEffect, useRef, useState } from 'react'
import type { BusinessService, ServiceLog as Log, ServiceLogLine } from '../../contract/operation/service.schema.ts'
import { type ServiceLogLevel, serviceLogLevels } from '../../contract/operation/service.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { SearchBox } from '../../kit/list/search/SearchBox.tsx'
import { useAsk } from '../../kit/resource/calls.ts'
import { Pills } from '../../kit/resource/input/Pills.tsx'
import { problemOf } from '../../lib/problem.ts'
import { downloadFile } from '../../lib/save.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import './service.css'

interface ServiceLogProps {
  service: BusinessService
  onClose: () => void
}

const keyOf = (l: ServiceLogLine): string => `${l.at} ${l.level} ${l.text}`

export function ServiceLogDialog({ service, onClose }: ServiceLogProps) {
  const [q, setQ] = useState('')
  const [level, setLevel] = useState<readonly ServiceLogLevel[]>([])
  const [follow, setFollow] = useState(true)
  const [older, setOlder] = useState<{ lines: ServiceLogLine[]; earlier: string | null }>()
  const [busy, setBusy] = useState<'older' | 'file'>()
  const ask = useAsk()
  const box = useRef<HTMLDivElement>(null)
  const args = {
    params: { id: service.id },
    query: { ...(q ? { q } : {}), ...(level.length ? { level: [...level] } : {}) },
  }
  const { data, error, refetch } = useRead('GET /business-services/:id/log', args, { every: follow ? 3000 : 0 })
  const name = t(`service.name.${service.id}`)

  const known = new Set(older?.lines.map(keyOf))
  const lines = [...(older?.lines ?? []), ...(data?.items ?? []).filter((l) => !known.has(keyOf(l)))]
  const last = lines.at(-1)?.at
  useEffect(() => {
    if (follow && last && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [follow, last])

  const narrow = (change: () => void) => {
    setOlder(undefined)
    change()
  }
  const back = async () => {
    const before = older ? older.earlier : data?.earlier
    if (!before) return
    setBusy('older')
    setFollow(false)
    try {
      const page = await ask<Log>('GET /business-services/:id/log', { ...args, query: { ...args.query, before } })
      setOlder({ lines: [...page.items, ...(older?.lines ?? data?.items ?? [])], earlier: page.earlier })
    } catch (e) {
      toast.problem(problemOf(e))
    } finally {
      setBusy(undefined)
    }
  }
  const download = async () => {
    setBusy('file')
    try {
      const file = await ask<Blob>('GET /business-services/:id/log/file', args, { blob: true, as: 'upload' })
      downloadFile(file, `${service.id}.log`)
    } catch (e) {
      toast.problem(problemOf(e))
    } finally {
      setBusy(undefined)
    }
  }
  const earlier = older ? older.earlier : data?.earlier
  return (
    <Dialog open size="large" title={t('service.log_of', { name })} onClose={onClose} className="service-log-dialog">
      <div className="service-log-bar">
        <SearchBox label={t('service.log_search')} q={q} onSearch={(text) => narrow(() => setQ(text.trim()))} />
        <fieldset aria-label={t('service.level')}>
          <Pills
            value={level}
            options={serviceLogLevels.map((l) => ({ value: l, label: t(`service.level.${l}`) }))}
            onChange={(v) => narrow(() => setLevel([...v]))}
          />
        </fieldset>
        <Button icon={follow ? 'check' : 'play'} aria-pressed={follow} onClick={() => setFollow(!follow)}>
          {t('service.follow')}
        </Button>
        <Button icon="download" busy={busy === 'file'} onClick={() => void download()}>
          {t('service.download')}
        </Button>
      </div>
      {error && <ProblemView compact problem={error} onRetry={refetch} />}
      {/* the lines scroll by themselves, so they take the keyboard's focus */}
      <div className="service-log" ref={box} role="log" aria-label={t('service.log_of', { name })} tabIndex={0}>
        {!data && !error && <Loading kind="text" rows={8} />}
        {earlier && (
          <Button size="small" tone="quiet" busy={busy === 'older'} onClick={() => void back()}>
            {t('service.earlier')}
          </Button>
        )}
        {data && lines.length === 0 && <Empty compact icon="list" title={t('service.no_lines')} />}
        {lines.map((l, i) => (
          <p key={`${i} ${l.at}`} className={`service-line service-line-${l.level}`}>
            <time dateTime={l.at} title={format.whole(l.at)}>
              {format.dateTime(l.at)}:{l.at.slice(17, 19)}
            </time>
            <span>{l.level}</span>
            <span>{l.text}</span>
          </p>
        ))}
      </div>
    </Dialog>
  )
}

import { useReducer, useRef, useState } from 'react'
import type { ImageExport } from '../../contract/image/routes.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useSettings } from '../../kit/session/use.ts'
import { Button } from '../../ui/input/Button.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { nextExportCount } from './exports.logic.ts'

/** Exports of the last day: there while there are any, with how many came since they were looked at. */
export function ExportsButton() {
  const [open, setOpen] = useState(false)
  const [preparing, setPreparing] = useState(false)
  const { data, error, refetch } = useRead('GET /image-exports', undefined, { every: preparing ? 2000 : 0 })
  const [fresh, count] = useReducer(nextExportCount, 0)
  const known = useRef<number>(undefined)
  const items = data?.items ?? []
  const busy = items.some((i) => i.state === 'preparing')
  if (busy !== preparing) setPreparing(busy)
  if (data && known.current !== items.length) {
    const before = known.current
    known.current = items.length
    if (before !== undefined && items.length > before) queueMicrotask(() => count(undefined))
  }
  if (!items.length) return null
  return (
    <>
      <Button
        icon="export"
        onClick={() => {
          count(1)
          setOpen(true)
        }}
      >
        {t(fresh ? 'image.exports_new' : 'image.exports', { n: format.number(fresh) })}
      </Button>
      <Dialog open={open} title={t('image.exports_title')} onClose={() => setOpen(false)}>
        {error && <ProblemView compact problem={error} onRetry={refetch} />}
        <ul className="image-exports">
          {items.map((item) => (
            <Export key={item.id} item={item} />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function Export({ item }: { item: ImageExport }) {
  const { api, root } = useSettings()
  const [ticket, { busy }] = useWrite('POST /image-exports/:id/ticket')
  const download = async () => {
    try {
      const { path } = await ticket({ params: { id: item.id } })
      // the browser loads it by itself: it can be paused there, and no page has to hold it in memory
      const a = document.createElement('a')
      a.href = new URL(`${api.replace(/\/$/, '')}${path}`, root).href
      a.download = item.file_name
      a.click()
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <li>
      <div className="image-export-words">
        <strong className="mg-ellipsis">{item.image_name}</strong>
        <span className="mg-faint mg-num">
          {item.file_name} · {format.size(item.size)} · <DateTime at={item.created_at} /> · {item.created_by_name}
        </span>
        {item.state === 'preparing' && (
          <ProgressBar value={item.size ? item.done / item.size : undefined} label={t('image.export_preparing')} />
        )}
        {item.state === 'failed' && (
          <span className="mg-error">{tOr([`image.reason.${item.reason ?? ''}`], t('image.export_failed'))}</span>
        )}
      </div>
      {item.state === 'ready' && (
        <Button icon="download" busy={busy} onClick={() => void download()}>
          {t('image.download')}
        </Button>
      )}
    </li>
  )
}

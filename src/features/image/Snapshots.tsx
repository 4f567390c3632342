import { useState } from 'react'
import type { Image } from '../../contract/image/image.schema.ts'
import type { ImageSnapshot } from '../../contract/image/routes.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { emptySnapshotWords, SnapshotFields } from './SnapshotFields.tsx'

type Asked = { what: 'restore' | 'remove'; of: ImageSnapshot }

/** Snapshots of the file of a saved image: taken, put back, removed. */
export function Snapshots({ row: first }: { row: Image }) {
  const { data: now } = useRead('GET /images/:id', { params: { id: first.id } })
  const row = now ?? first
  const [passing, setPassing] = useState(false)
  const { data, error, refetch } = useRead(
    'GET /images/:id/snapshots',
    { params: { id: row.id } },
    { every: passing ? 1500 : 0 },
  )
  const items = data?.items ?? []
  const moves = items.some((s) => s.state === 'taking' || s.state === 'restoring')
  if (moves !== passing) setPassing(moves)
  const [asked, ask] = useState<Asked>()
  const may = row.status === 'saved' && row.can.includes('fill')
  if (!may && items.length === 0) return null
  return (
    <Panel title={t('image.field.snapshots')} description={t('image.snapshots_text')}>
      {error && <ProblemView compact problem={error} onRetry={refetch} />}
      {may && <Take image={row.id} />}
      {items.length > 0 && (
        <ul className="image-snapshots">
          {items.map((s) => (
            <li key={s.id}>
              <div className="image-export-words">
                <strong className="mg-ellipsis">{s.name}</strong>
                {s.note && <span>{s.note}</span>}
                <span className="mg-faint mg-num">
                  {format.size(s.size)} · <DateTime at={s.created_at} /> · {s.created_by_name}
                </span>
              </div>
              {s.state !== 'ready' && <StatusTag word={s.state} label={t(`image.snapshot.${s.state}`)} />}
              {s.can.includes('restore') && (
                <Button size="small" icon="undo" onClick={() => ask({ what: 'restore', of: s })}>
                  {t('image.restore')}
                </Button>
              )}
              {s.can.includes('remove') && (
                <Button size="small" icon="trash" onClick={() => ask({ what: 'remove', of: s })}>
                  {t('kit.action.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && <Sure asked={asked} onClose={() => ask(undefined)} />}
    </Panel>
  )
}

function Take({ image }: { image: string }) {
  const [words, setWords] = useState(emptySnapshotWords)
  const [take, { busy }] = useWrite('POST /images/:id/snapshots')
  const go = async () => {
    try {
      await take({ params: { id: image }, body: words })
      setWords(emptySnapshotWords)
    } catch (e) {
      toast.problem(e)
    }
  }
  return (
    <form
      className="image-take"
      onSubmit={(e) => {
        e.preventDefault()
        void go()
      }}
    >
      <SnapshotFields words={words} onChange={setWords} />
      <Button type="submit" icon="plus" busy={busy} disabled={words.name.trim() === ''}>
        {t('image.snapshot_take')}
      </Button>
    </form>
  )
}

function Sure({ asked: { what, of }, onClose }: { asked: Asked; onClose: () => void }) {
  const [restore] = useWrite('POST /image-snapshots/:id/restore')
  const [remove] = useWrite('DELETE /image-snapshots/:id')
  const go = async () => {
    try {
      await (what === 'restore' ? restore : remove)({ params: { id: of.id } })
    } catch (e) {
      toast.problem(e)
    }
    onClose()
  }
  return (
    <Confirm
      open
      danger
      title={t(`image.${what}_title`, { name: of.name })}
      confirm={t(what === 'restore' ? 'image.restore' : 'kit.action.remove')}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      <p>{t(`image.${what}_text`)}</p>
    </Confirm>
  )
}

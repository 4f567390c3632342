import './upload.css'
import './part.ts'
import { useDispatch, useSelector } from 'react-redux'
import type { DepositKind } from '../../contract/device/deposit.ts'
import type { Arriving } from '../../contract/device/deposit.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { useWrite } from '../data/api.ts'
import { useMe } from '../session/use.ts'
import { Fetching, FetchForm } from './Fetching.tsx'
import { depositActions, type DepositItem, type DepositState, depositKeyOf } from './deposit.slice.ts'
import { paceText } from './words.ts'

interface UploadPanelProps {
  kind: DepositKind
  target: string
  /** What the server has of a file for this row. */
  arriving: Arriving
  /** `.qcow2`, `.img` … */
  accept: readonly string[]
  /** Bytes; left out where the quota and the disk decide. */
  max?: number | undefined
  /** Of an image: kept as soon as it has come. */
  keep?: boolean
  /** Whether a file may come now. */
  open: boolean
  hint?: string
  /** Whether the server may fetch it from an address instead. */
  fetch?: boolean
}

/** The file of a row: dropped, followed, held, taken up again after a reload. */
export function UploadPanel({ kind, target, arriving, accept, max, keep, open, hint, fetch }: UploadPanelProps) {
  const item = useDeposit(kind, target)
  const send = useDispatch()
  const take = (file: File) => send(depositActions.added({ kind, target, file, keep: keep === true }))
  // a file of an image that has come may give way to another until it is saved
  const takes = open && (arriving?.state !== 'whole' || kind === 'image')
  const live = item && item.phase.at !== 'done' && item.phase.at !== 'failed'
  if (live) return <Running item={item} />
  if (arriving?.host && arriving.state !== 'whole') return <Fetching arriving={arriving} />
  return (
    <div className="kit-upload">
      {item?.phase.at === 'failed' && <ProblemView compact problem={item.phase.problem} />}
      {arriving?.state === 'open' && item?.phase.at !== 'done' && <Stopped arriving={arriving} />}
      {takes && (
        <FileDrop
          accept={accept}
          max={max ?? Number.MAX_SAFE_INTEGER}
          onFiles={([file]) => file && take(file)}
          hint={
            hint ??
            (max === undefined
              ? t('upload.rule', { types: accept.join(' ') })
              : t('upload.rule_max', { types: accept.join(' '), max: format.size(max) }))
          }
        />
      )}
      {takes && fetch && arriving?.state !== 'open' && <FetchForm target={target} keep={keep === true} />}
    </div>
  )
}

const useDeposit = (kind: DepositKind, target: string): DepositItem | undefined =>
  useSelector((s: DepositState) => s.deposits?.items.find((i) => i.key === depositKeyOf(kind, target)))

/** An upload nobody is at: it goes on when its owner chooses the same file again. */
function Stopped({ arriving }: { arriving: NonNullable<Arriving> }) {
  const mine = useMe()?.resource_id === arriving.owner
  const [remove, { busy }] = useWrite('DELETE /deposits/:id')
  const share = arriving.size ? arriving.received / arriving.size : 0
  return (
    <div className="kit-upload-stopped">
      <ProgressBar value={share} tone="warn" showValue label={t('upload.stopped', { name: arriving.name })} />
      <p>
        {t(mine ? 'upload.stopped_mine' : 'upload.stopped_other', {
          name: arriving.name,
          sent: format.size(arriving.received),
          size: format.size(arriving.size),
        })}
      </p>
      {mine && (
        <Button
          size="small"
          icon="trash"
          busy={busy}
          onClick={() => void remove({ params: { id: arriving.id } }).catch(() => undefined)}
        >
          {t('upload.give_up')}
        </Button>
      )}
    </div>
  )
}

function Running({ item }: { item: DepositItem }) {
  const send = useDispatch()
  const { phase, key, name, size } = item
  const sent = 'sent' in phase ? phase.sent : 0
  return (
    <div className="kit-upload" aria-live="off">
      <div className="kit-upload-name">
        <strong className="mg-ellipsis" title={name}>
          {name}
        </strong>
        <span className="mg-faint mg-num">
          {t('upload.sent', { sent: format.size(sent), size: format.size(size) })}
        </span>
      </div>
      <ProgressBar
        value={phase.at === 'preparing' ? undefined : size ? sent / size : 1}
        label={t('upload.of', { name })}
        tone={phase.at === 'retrying' || phase.at === 'paused' ? 'warn' : 'accent'}
        showValue
      />
      <div className="kit-upload-line">
        <span className="mg-dim mg-num" role="status">
          {note(item)}
        </span>
        {(phase.at === 'sending' || phase.at === 'retrying') && (
          <Button size="small" icon="pause" onClick={() => send(depositActions.paused(key))}>
            {t('upload.pause')}
          </Button>
        )}
        {phase.at === 'paused' && (
          <Button size="small" tone="primary" icon="play" onClick={() => send(depositActions.resumed(key))}>
            {t('upload.resume')}
          </Button>
        )}
        <Button size="small" tone="quiet" icon="close" onClick={() => send(depositActions.dismissed(key))}>
          {t('upload.give_up')}
        </Button>
      </div>
    </div>
  )
}

function note({ phase }: DepositItem): string {
  switch (phase.at) {
    case 'preparing':
      return t('upload.preparing')
    case 'paused':
      return t('upload.paused')
    case 'retrying':
      return t('upload.retrying')
    case 'sending':
      return paceText(phase, t('upload.starting'))
    default:
      return ''
  }
}

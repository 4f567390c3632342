import type { Backup } from '../../../contract/backup/backup.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

interface BackupRowProps {
  backup: Backup
  /** Share of a download that is under way. */
  fetched: number | undefined
  onDownload: () => void
  onRestore: () => void
  onRemove: () => void
}

const tones = { manual: 'accent', automatic: 'idle', safety: 'warn', uploaded: 'info' } as const

export function BackupListItem({ backup: b, fetched, onDownload, onRestore, onRemove }: BackupRowProps) {
  const working = b.state === 'making' || b.state === 'checking' ? b.state : undefined
  const may = (what: string) => b.can.includes(what)
  return (
    <li className="backup-row">
      <div className="backup-what">
        <p>
          <b>
            <DateTime at={b.taken_at ?? b.created_at} />
          </b>
          <StatusTag word={b.origin} tone={tones[b.origin]} label={t(`backup.origin.${b.origin}`)} />
          {b.encrypted && (
            <span className="mg-dim" title={t('backup.encrypted')}>
              <Icon name="lock" />
              <span className="mg-sr">{t('backup.encrypted')}</span>
            </span>
          )}
          {b.note && <span>{b.note}</span>}
        </p>
        {b.state === 'ready' && (
          <p className="mg-dim backup-facts">
            <span className="mg-num">{format.size(b.size)}</span>
            {b.rows > 0 && (
              <span>{t('backup.counts', { rows: format.number(b.rows), files: format.number(b.files) })}</span>
            )}
            {b.created_by_name && <span>{b.created_by_name}</span>}
            {b.version && <span>{t('backup.version', { version: b.version })}</span>}
            <span className="backup-sum" title={b.sha256}>
              SHA-256{' '}
              <Copyable text={b.sha256} mono>
                {b.sha256.slice(0, 12)}…
              </Copyable>
            </span>
          </p>
        )}
        {b.state === 'failed' && (
          <p className="mg-error">
            <Icon name="bad" />
            {tOr([`backup.failed.${b.problem}`, `problem.${b.problem}`], b.problem ?? '')}
          </p>
        )}
        {working && <ProgressBar label={t(`backup.state.${working}`)} value={b.progress} showValue />}
        {fetched !== undefined && <ProgressBar label={t('backup.download')} value={fetched} showValue />}
      </div>
      <div className="backup-acts">
        {may('restore') && (
          <Button size="small" icon="history" onClick={onRestore}>
            {t('backup.restore')}
          </Button>
        )}
        {may('download') && (
          <IconButton
            size="small"
            icon="download"
            label={t('backup.download')}
            disabled={fetched !== undefined}
            onClick={onDownload}
          />
        )}
        <IconButton
          size="small"
          icon={working ? 'close' : 'trash'}
          label={t(working ? 'backup.give_up' : 'backup.remove')}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

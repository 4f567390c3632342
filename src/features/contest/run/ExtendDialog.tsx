/** More time for everybody, and when it will end then. */
import '../running.css'
import { useState } from 'react'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { runningLimits } from '../../../contract/contest/running.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { TextField } from '../../../ui/input/TextField.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

export default function ExtendDialog({ rows: [row], onClose }: ActionDialogProps<FlagContest>) {
  const [minutes, setMinutes] = useState('15')
  const [extend] = useWrite('POST /flag-contests/:id/extend')
  if (!row) return null
  const n = Number(minutes)
  const right = /^\d{1,5}$/.test(minutes) && n >= 1 && n <= runningLimits.extension
  const wrong = right || minutes === '' ? undefined : t('judging.minutes_rule', { max: runningLimits.extension })
  return (
    <ReasonDialog
      place={`contest-extend:${row.id}`}
      title={t('judging.extend_title', { name: row.name })}
      confirm={t('contest.deed.extend')}
      done={t('judging.extended', { n })}
      label={t('judging.extend_reason')}
      optional
      missing={[!right && t('judging.minutes')]}
      onConfirm={(reason) => extend({ params: { id: row.id }, body: { minutes: n, reason } })}
      onClose={onClose}
    >
      <TextField
        required
        label={t('judging.minutes')}
        inputMode="numeric"
        autoComplete="off"
        value={minutes}
        error={wrong}
        onChange={(text) => setMinutes(text.trim().slice(0, 5))}
      />
      <p role="status">
        {right &&
          t('judging.extend_moves', {
            before: format.dateTime(row.end_at),
            after: format.dateTime(new Date(Date.parse(row.end_at) + n * 60_000).toISOString()),
          })}{' '}
        <span className="mg-dim">{t(row.frozen ? 'judging.extend_frozen' : 'judging.extend_freeze')}</span>
      </p>
    </ReasonDialog>
  )
}

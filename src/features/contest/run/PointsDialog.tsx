/** Points that staff give an entry, or take. */
import '../running.css'
import { useState } from 'react'
import type { Entry } from '../../../contract/contest/play.schema.ts'
import { runningLimits } from '../../../contract/contest/running.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { TextField } from '../../../ui/input/TextField.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

export function PointsDialog({ of: e, onClose }: { of: Entry; onClose: () => void }) {
  const [points, setPoints] = useState('')
  const [adjust] = useWrite('POST /contest-entries/:id/adjust')
  const n = Number(points.replace('−', '-'))
  const right = /^[-−+]?\d{1,6}$/.test(points) && n !== 0 && Math.abs(n) <= runningLimits.adjust
  return (
    <ReasonDialog
      place={`contest-points:${e.id}`}
      title={t('judging.points_title', { name: e.name })}
      confirm={t(right && n < 0 ? 'judging.points_take' : 'judging.points_give')}
      done={t('judging.points_done', { name: e.name, n })}
      missing={[!right && t('judging.points')]}
      onConfirm={(reason) => adjust({ params: { id: e.id }, body: { points: n, reason } })}
      onClose={onClose}
    >
      <p className="mg-dim">{t('judging.points_text')}</p>
      <TextField
        required
        label={t('judging.points')}
        hint={t('judging.points_hint')}
        autoComplete="off"
        value={points}
        error={right || points === '' || /^[-−+]$/.test(points) ? undefined : t('judging.points_rule')}
        onChange={(text) => setPoints(text.trim().slice(0, 8))}
      />
    </ReasonDialog>
  )
}

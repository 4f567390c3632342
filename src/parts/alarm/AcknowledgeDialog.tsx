/** Says that somebody looks after alarms, and what he found. */
import { counterOf } from '../../kit/resource/counter.ts'
import type { Alarm } from '../../contract/operation/alarm.schema.ts'
import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useTyped } from '../../kit/form/typed.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { alarmValueText } from './measured.ts'
import './alarm.css'

export default function AcknowledgeDialog({ rows, onClose }: ActionDialogProps<Alarm>) {
  const [first] = rows
  const [note, setNote] = useTyped(`acknowledge:${rows.length === 1 ? first?.id : rows.length}`)
  const [one] = useWrite('POST /alarms/:id/acknowledge')
  const [many] = useWrite('POST /alarms/acknowledge')
  const act = async () => {
    const reason = note.trim()
    const answer =
      rows.length === 1 && first
        ? await one({ params: { id: first.id }, body: { version: first.version, reason } })
        : await many({ body: { ids: rows.map((r) => r.id), reason } })
    setNote('')
    const failed = 'failed' in answer ? answer.failed.length : 0
    if (failed) toast.warn(t('alarm.some_failed', { n: failed }))
    else toast.ok(t('alarm.acknowledged_done', { n: rows.length }))
  }
  return (
    <Confirm
      open
      title={t('alarm.acknowledge_title', { n: rows.length })}
      confirm={t('alarm.acknowledge')}
      onConfirm={act}
      onClose={onClose}
    >
      <ul className="alarm-chosen">
        {rows.slice(0, 5).map((r) => (
          <li key={r.id}>
            <span>{t(`alarm.rule.${r.rule}`)}</span> <span className="mg-dim">{r.subject || t('alarm.platform')}</span>
            <span className="mg-num">{alarmValueText(r.rule, r.peak)}</span>
          </li>
        ))}
        {rows.length > 5 && (
          <li className="mg-dim">{t('kit.action.and_more', { n: rows.length - 5, unit: counterOf() })}</li>
        )}
      </ul>
      <CountedTextArea
        label={t('alarm.field.note')}
        value={note}
        onChange={setNote}
        max={limits.comment.max}
        rows={3}
        placeholder={t('alarm.note_hint')}
      />
    </Confirm>
  )
}

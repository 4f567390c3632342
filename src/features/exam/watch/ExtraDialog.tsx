/** More time for some, and what it will mean before it is given. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { MinutesField, ReasonField } from './fields.tsx'
import { extraEffect } from './watch.logic.ts'

export function ExtraDialog({ exam, to, onClose }: { exam: Exam; to: readonly Candidate[]; onClose: () => void }) {
  const [one] = to
  const [minutes, setMinutes] = useState(String(to.length === 1 ? one?.extra || 10 : 10))
  const [reason, setReason] = useTyped(`extra:${exam.id}:${to.length === 1 ? one?.user_id : to.length}`)
  const [give] = useWrite('POST /exams/:id/extra')
  const n = Number(minutes)
  const right = /^\d{1,3}$/.test(minutes) && n <= examLimits.extra
  const effect = right ? extraEffect(to, n) : undefined
  return (
    <Confirm
      open
      size="default"
      title={
        one && to.length === 1
          ? t('watch.extra_title_one', { name: one.name })
          : t('watch.extra_title', { n: to.length })
      }
      confirm={t('watch.extra_give')}
      done={t('watch.extra_done', { n: to.length, minutes: n })}
      missing={[!right && t('watch.extra_minutes'), reason.trim() === '' && t('exam.reason')]}
      onConfirm={async () => {
        await give({
          params: { id: exam.id },
          body: { user_ids: to.map((c) => c.user_id), minutes: n, reason: reason.trim() },
        })
        setReason('')
      }}
      onClose={onClose}
    >
      <div className="watch-dialog">
        <MinutesField label={t('watch.extra_minutes')} value={minutes} wrong={!right} onChange={setMinutes} />
        <div role="status">
          {effect && (
            <ul className="watch-effect">
              {effect.writing.slice(0, 5).map((w) => (
                <li key={w.id}>
                  {t('watch.extra_moves', {
                    name: to.find((c) => c.user_id === w.id)?.name ?? '',
                    before: format.time(new Date(w.before)),
                    after: format.time(new Date(w.after)),
                  })}
                </li>
              ))}
              {effect.writing.length > 5 && <li>{t('watch.extra_more', { n: effect.writing.length - 5 })}</li>}
              {effect.later > 0 && <li>{t('watch.extra_later', { n: effect.later })}</li>}
              {effect.over > 0 && <li>{t('watch.extra_over', { n: effect.over })}</li>}
            </ul>
          )}
        </div>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Confirm>
  )
}

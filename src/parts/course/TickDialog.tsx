/** Sections that a teacher ticks for a learner: which of them are done, and why that is said. */
import './course.css'
import { useState } from 'react'
import { homeworkLimits } from '../../contract/course/homework.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { useTyped } from '../../kit/form/typed.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'

interface TickDialogProps {
  course: string
  learner: { user_id: string; name: string }
  sections: readonly { id: string; title: string; done: boolean }[]
  onClose: () => void
}

export function TickDialog({ course, learner, sections, onClose }: TickDialogProps) {
  const [done, setDone] = useState<ReadonlySet<string>>(() => new Set(sections.filter((s) => s.done).map((s) => s.id)))
  const [reason, setReason] = useTyped(`tick:${course}:${learner.user_id}`)
  const [write] = useWrite('POST /courses/:id/sections/:section/said')
  const changed = sections.filter((s) => done.has(s.id) !== s.done)
  const tick = (id: string, on: boolean) => {
    const next = new Set(done)
    if (on) next.add(id)
    else next.delete(id)
    setDone(next)
  }
  return (
    <Confirm
      open
      title={t('learn.tick_for', { name: learner.name })}
      confirm={t('kit.form.save')}
      ready={changed.length > 0 && reason.trim() !== ''}
      done={t('learn.tick_for_done')}
      onConfirm={async () => {
        for (const { id, done: had } of changed)
          await write({
            params: { id: course, section: id },
            body: { users: [learner.user_id], done: !had, reason: reason.trim() },
          })
        setReason('')
      }}
      onClose={onClose}
    >
      <div className="part-course-ticks">
        {sections.map((s) => (
          <label key={s.id} className="kit-check">
            <input type="checkbox" checked={done.has(s.id)} onChange={(e) => tick(s.id, e.target.checked)} />
            <span>{s.title}</span>
          </label>
        ))}
      </div>
      <CountedTextArea
        label={t('learn.tick_for_reason')}
        value={reason}
        max={homeworkLimits.words}
        onChange={setReason}
      />
      <p className="mg-hint">{t('learn.tick_for_text')}</p>
    </Confirm>
  )
}

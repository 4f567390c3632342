/** Whether the viewer is reminded of what stands in their schedule. */
import { useState } from 'react'
import type { Reminders } from '../../contract/classroom/schedule.routes.ts'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Button } from '../../ui/input/Button.tsx'

export function RemindersButton() {
  const { data } = useRead('GET /schedule/reminders', undefined)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="bell" disabled={!data} onClick={() => setOpen(true)}>
        {t('personal.reminders')}
      </Button>
      {open && data && <RemindersDialog of={data} onClose={() => setOpen(false)} />}
    </>
  )
}

function RemindersDialog({ of, onClose }: { of: Reminders; onClose: () => void }) {
  const [chosen, setChosen] = useState(of)
  const [write] = useWrite('PUT /schedule/reminders')
  return (
    <Confirm
      open
      title={t('personal.reminders')}
      confirm={t('personal.reminders_save')}
      done={t('personal.saved')}
      onConfirm={() => write({ body: chosen })}
      onClose={onClose}
    >
      <p>{t('personal.reminders_text')}</p>
      {(['day', 'hour'] as const).map((ahead) => (
        <label key={ahead} className="personal-only">
          <input
            type="checkbox"
            checked={chosen[ahead]}
            onChange={(e) => setChosen({ ...chosen, [ahead]: e.target.checked })}
          />
          {t(`personal.reminders.${ahead}`)}
        </label>
      ))}
    </Confirm>
  )
}

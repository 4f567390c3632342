/** Start, pause, continue and end, for everybody. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import EndDialog from '../manage/EndDialog.tsx'
import { keysOf } from '../../../contract/lib/typed.ts'

const icons = { start: 'play', pause: 'pause', recover: 'play' } as const
type WholeDeed = keyof typeof icons
const deeds = keysOf(icons)

export function WholeExam({ exam }: { exam: Exam }) {
  const [asking, setAsking] = useState<WholeDeed | 'end'>()
  const write = useWriteTo()
  const deed = deeds.find((d) => exam.can.includes(d))
  return (
    <>
      {deed && (
        <Button icon={icons[deed]} onClick={() => setAsking(deed)}>
          {t(`exam.deed.${deed}`)}
        </Button>
      )}
      {exam.can.includes('end') && (
        <Button icon="stop" tone="danger" onClick={() => setAsking('end')}>
          {t(exam.status === 'not-started' ? 'exam.deed.call_off' : 'exam.deed.end')}
        </Button>
      )}
      {asking === 'end' && <EndDialog rows={[exam]} onClose={() => setAsking(undefined)} />}
      {asking && asking !== 'end' && (
        <Confirm
          open
          title={t(`exam.deed_title.${asking}`, { name: exam.name })}
          confirm={t(`exam.deed.${asking}`)}
          done={t(`exam.done.${asking}`, { name: exam.name })}
          onConfirm={() => write(`POST /exams/:id/${asking}`, { params: { id: exam.id }, body: {} })}
          onClose={() => setAsking(undefined)}
        >
          <p>{t(`exam.deed_text.${asking}`)}</p>
        </Confirm>
      )}
    </>
  )
}

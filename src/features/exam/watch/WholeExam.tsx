/** Start, pause, continue and end, for everybody. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import EndDialog from '../manage/EndDialog.tsx'

const icons = { start: 'play', pause: 'pause', recover: 'play' } as const
type WholeDeed = keyof typeof icons

function deedOf(exam: Exam): WholeDeed | undefined {
  if (exam.status === 'ongoing') return 'pause'
  if (exam.status === 'pause') return 'recover'
  return exam.status === 'not-started' && exam.start_mode === 'go' && exam.began_at === null ? 'start' : undefined
}

export function WholeExam({ exam }: { exam: Exam }) {
  const [asking, setAsking] = useState<WholeDeed | 'end'>()
  const write = useWriteTo()
  const may = exam.can.includes('run')
  const deed = may ? deedOf(exam) : undefined
  return (
    <>
      {deed && (
        <Button icon={icons[deed]} onClick={() => setAsking(deed)}>
          {t(`exam.deed.${deed}`)}
        </Button>
      )}
      {may && (exam.status === 'ongoing' || exam.status === 'pause') && (
        <Button icon="stop" tone="danger" onClick={() => setAsking('end')}>
          {t('exam.deed.end')}
        </Button>
      )}
      {asking === 'end' && <EndDialog rows={[exam]} onClose={() => setAsking(undefined)} />}
      {asking && asking !== 'end' && (
        <Confirm
          open
          title={t(`exam.deed_title.${asking}`, { name: exam.name })}
          confirm={t(`exam.deed.${asking}`)}
          onConfirm={() => write(`POST /exams/:id/${asking}`, { params: { id: exam.id }, body: {} })}
          onClose={() => setAsking(undefined)}
        >
          <p>{t(`exam.deed_text.${asking}`)}</p>
        </Confirm>
      )}
    </>
  )
}

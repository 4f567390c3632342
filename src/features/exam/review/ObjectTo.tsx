/** An objection to the points of one answer. */
import { useState } from 'react'
import { examLimits } from '../../../contract/exam/exam.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'

export function ObjectTo({ attempt, item, n, title }: { attempt: string; item: string; n: number; title: string }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useTyped(`objection:${attempt}:${item}`)
  const [object] = useWrite('POST /exam-attempts/:id/objections')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('exam.object')}
      </Button>
      <Confirm
        open={open}
        size="default"
        title={t('exam.object_title', { n })}
        confirm={t('exam.object')}
        missing={[text.trim() === '' && t('exam.object_text')]}
        onConfirm={async () => {
          await object({ params: { id: attempt }, body: { item, text } })
          setText('')
        }}
        onClose={() => setOpen(false)}
      >
        <p className="mg-dim">{title}</p>
        <CountedTextArea
          data-autofocus
          label={t('exam.object_text')}
          aria-required
          value={text}
          max={examLimits.objection}
          rows={4}
          onChange={setText}
        />
      </Confirm>
    </>
  )
}

/** The code on the teacher's screen: whoever types it is there. */
import './class-hour.css'
import { type FormEvent, useId, useState } from 'react'
import { codeLimits } from '../../contract/classroom/hour.ts'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { problemText } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'

export function CodeEntry({ hour }: { hour: string }) {
  const id = useId()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState('')
  const [send, { busy }] = useWrite('POST /my-class-hours/:id/code')
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (code.length !== codeLimits.digits) return setWrong(t('classroom.code_length', { n: codeLimits.digits }))
    try {
      const { right, left } = await send({ params: { id: hour }, body: { code } })
      setCode('')
      if (right) toast.ok(t('classroom.code_right'))
      else setWrong(t('classroom.code_wrong', { n: left }))
    } catch (problem) {
      setWrong(problemText(problem))
    }
  }
  return (
    <form className="class-code-entry" onSubmit={(e) => void submit(e)} noValidate>
      <label htmlFor={id}>{t('classroom.code')}</label>
      <input
        id={id}
        className="mg-field class-code-field"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-note` : undefined}
        onChange={(e) => {
          // as it is shown, with its gap, it is pasted too
          setCode(e.target.value.replace(/\D/g, '').slice(0, codeLimits.digits))
          setWrong('')
        }}
      />
      <Button type="submit" size="small" busy={busy}>
        {t('classroom.code_send')}
      </Button>
      {wrong && (
        <span id={`${id}-note`} className="mg-error" role="alert">
          {wrong}
        </span>
      )}
    </form>
  )
}

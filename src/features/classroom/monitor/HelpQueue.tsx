/** Who asks for help, the longest waiting first. */
import { useState } from 'react'
import { classLimits } from '../../../contract/classroom/class.ts'
import type { HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { BylineText } from '../../../parts/byline/Byline.tsx'
import { useCourseText } from '../../../parts/course/words.ts'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

type Call = HourGrid['help'][number]

export function HelpQueue({ of }: { of: HourGrid }) {
  const { hour } = of
  const { titleOf } = useCourseText()
  const [answering, setAnswering] = useState<Call>()
  const [answer] = useWrite('POST /class-hours/:id/help/:help/answer')
  const [take] = useWrite('POST /class-hours/:id/help/:help/take')
  const was = (call: Call) =>
    answer({ params: { id: hour.id, help: call.id }, body: {} }).then(
      () => toast.ok(t('classroom.help_done', { name: call.author.name })),
      toast.problem,
    )
  return (
    <Panel title={t('classroom.help', { n: of.help.length })} className="class-help">
      <ol className="class-queue">
        {of.help.map((call) => (
          <li key={call.id}>
            <span className="class-queue-words">
              <BylineText strong of={call.author} />{' '}
              <span className="mg-faint">
                <Ago at={call.at} />
                {call.section && hour.course && ` · ${titleOf(call.section, hour.course)}`}
              </span>
              {call.taken_by !== null && (
                <span className="mg-dim class-sub">{t('classroom.help_taken', { name: call.taken_by })}</span>
              )}
              {call.text && <span className="class-queue-text">{call.text}</span>}
            </span>
            {hour.can.includes('run') && (
              <>
                {call.taken_by === null && (
                  <Button
                    size="small"
                    icon="hand"
                    onClick={() => void take({ params: { id: hour.id, help: call.id }, body: {} }).catch(toast.problem)}
                  >
                    {t('classroom.help_take')}
                  </Button>
                )}
                <Button size="small" onClick={() => setAnswering(call)}>
                  {t('classroom.help_answer')}
                </Button>
                <Button size="small" icon="check" onClick={() => void was(call)}>
                  {t('classroom.help_was')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
      {answering && <Answer hour={hour.id} call={answering} onClose={() => setAnswering(undefined)} />}
    </Panel>
  )
}

function Answer({ hour, call, onClose }: { hour: string; call: Call; onClose: () => void }) {
  const [text, setText] = useTyped(`help:${call.id}`)
  const [answer] = useWrite('POST /class-hours/:id/help/:help/answer')
  return (
    <Confirm
      open
      size="default"
      title={t('classroom.help_answer_title', { name: call.author.name })}
      confirm={t('classroom.send')}
      done={t('classroom.help_done', { name: call.author.name })}
      missing={[text.trim() === '' && t('classroom.message_text')]}
      onConfirm={async () => {
        await answer({ params: { id: hour, help: call.id }, body: { text: text.trim() } })
        setText('')
      }}
      onClose={onClose}
    >
      {call.text && <blockquote className="class-quote">{call.text}</blockquote>}
      <CountedTextArea
        data-autofocus
        label={t('classroom.message_text')}
        aria-required
        value={text}
        max={classLimits.message}
        rows={4}
        onChange={setText}
      />
    </Confirm>
  )
}

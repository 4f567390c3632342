/** Earlier tries at a question: when, what, and how it was judged. */
import { useState } from 'react'
import type { ShownQuestion } from '../../../contract/bank/answer.schema.ts'
import { stateOfTry } from '../../../contract/practice/practice.ts'
import type { Try } from '../../../contract/practice/theory.schema.ts'
import { t } from '../../../i18n/index.ts'
import { answerText } from '../../../parts/question/key.logic.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

interface TriesProps {
  of: readonly Try[]
  question: ShownQuestion
  /** What is right is shown. Before that, what was written before gives it away to whoever tries again. */
  told: boolean
}

export function Tries({ of, question, told }: TriesProps) {
  const [shown, setShown] = useState(false)
  if (!of.length) return null
  if (!told && !shown)
    return (
      <p>
        <Button size="small" icon="history" onClick={() => setShown(true)}>
          {t('practice.earlier_show', { n: of.length })}
        </Button>
      </p>
    )
  return (
    <Panel title={t('practice.earlier')} level={3}>
      <ul className="practice-tries">
        {of.map((one) => {
          const state = stateOfTry(one)
          return (
            <li key={one.id}>
              <DateTime at={one.at} />
              {!told && state === 'submitted-right' ? (
                <span className="mg-faint">{t('practice.earlier_later')}</span>
              ) : (
                <span className="practice-answer">{answerText(question, one.answer)}</span>
              )}
              <StatusTag dot word={state} label={t(`practice.try.${state}`)} />
              {one.own && <span className="mg-faint">{t('practice.own_label')}</span>}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

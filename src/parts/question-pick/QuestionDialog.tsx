import { useState } from 'react'
import type { Answer, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { t } from '../../i18n/index.ts'
import { QuestionView } from '../question/QuestionView.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'

/** One question in the version the paper asks; what is answered here is kept nowhere. */
export function QuestionDialog({ question, onClose }: { question: ShownQuestion; onClose: () => void }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <Dialog
      open
      size="large"
      title={t('bank.preview')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      <QuestionView question={question} answer={answer} onAnswer={setAnswer} />
    </Dialog>
  )
}

import { useId, useState } from 'react'
import type { Answer } from '../../contract/bank/answer.schema.ts'
import { shownQuestion, type WholeQuestion } from '../../contract/bank/shown.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { languageName } from './language.ts'
import { QuestionView } from './QuestionView.tsx'

interface PreviewDialogProps {
  /** The question as its bank keeps it. */
  row: WholeQuestion & { id: string; version: number }
  onClose: () => void
}

/** A question as a learner would see it, in either of its languages; what is answered here is kept nowhere. */
export function QuestionPreviewDialog({ row, onClose }: PreviewDialogProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const own = row.language || 'en-US'
  const other = own === 'en-US' ? 'zh-CN' : 'en-US'
  const [language, setLanguage] = useState<string>(own)
  const panel = useId()
  const whole: typeof row = { ...row, language: own }
  const shown = shownQuestion(whole, { language: language === own ? own : other })
  return (
    <Dialog
      open
      size="large"
      title={t('bank.preview')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      {row.translation && (
        <Tabs
          label={t('bank.languages')}
          panel={panel}
          active={language}
          onChange={setLanguage}
          items={[
            { id: own, label: row.language ? languageName(own) : t('bank.language_first') },
            { id: other, label: row.language ? languageName(other) : t('bank.language_second') },
          ]}
        />
      )}
      <div id={panel} className="part-question-panel">
        <QuestionView question={shown} answer={answer} onAnswer={setAnswer} />
      </div>
    </Dialog>
  )
}

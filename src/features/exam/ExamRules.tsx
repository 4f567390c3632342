/** How an exam goes, for whoever reads about it and whoever is about to begin. */
import type { ExamGuide } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { attemptsOf } from '../../parts/exam/may.ts'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { gradesText } from './words.ts'

export function ExamRules({ of }: { of: ExamGuide }) {
  return (
    <Panel title={t('exam.rules')}>
      <KeyValue items={figuresOf(of)} />
      <ul className="exam-rules">
        <li>{t(`exam.rule.navigation.${of.navigation}`)}</li>
        {of.early > 0 && <li>{t('exam.rule.early', { time: format.span(of.early * 60) })}</li>}
        {of.begin_until !== null && (
          <li>{t('exam.rule.begin_until', { at: format.dateTime(new Date(of.begin_until)) })}</li>
        )}
        {of.begin_until === null && of.late !== null && (
          <li>{t('exam.rule.late', { time: format.span(of.late * 60) })}</li>
        )}
        {of.start_mode === 'go' && <li>{t('exam.rule.go')}</li>}
        {of.full_screen && <li>{t('exam.rule.full_screen')}</li>}
        {of.focus && <li>{t('exam.rule.focus')}</li>}
        <li>{t('exam.rule.saving')}</li>
      </ul>
    </Panel>
  )
}

const figuresOf = (e: ExamGuide) => [
  {
    label: t('exam.field.duration'),
    value: e.duration === null ? t('exam.until_end') : format.span(e.duration * 60),
  },
  { label: t('exam.field.score'), value: t('exam.size', { items: e.items, score: e.score }) },
  {
    label: t('exam.field.attempts'),
    value: attemptsOf(e) ?? t('exam.attempts_of', { n: e.mine.length, all: e.attempts }),
  },
  { label: t('exam.grades'), value: gradesText(e) },
  ...(e.extra > 0 ? [{ label: t('exam.extra'), value: format.span(e.extra * 60) }] : []),
]

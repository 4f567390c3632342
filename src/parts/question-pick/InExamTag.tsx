/** That an exam asks a question just now, or has answers to it that wait for a mark: whoever puts it elsewhere gives it away, or repeats it. */
import type { InExam } from '../../contract/bank/paper.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

export const InExamTag = ({ of }: { of: InExam | null | undefined }) =>
  of ? <StatusTag word={of} tone="warn" label={t(`paper.in_exam.${of}`)} /> : null

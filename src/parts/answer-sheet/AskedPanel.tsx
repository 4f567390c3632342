/** The question of a sheet that stands before its writer: its flag, and the ways to the others. */
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { asksOf } from '../question/words.ts'

interface AskedPanelProps {
  item: { n: number } & Parameters<typeof asksOf>[0]
  all: number
  /** Title of its part. */
  part: string | undefined
  marked: boolean
  onMark: () => void
  children: ReactNode
}
export function AskedPanel({ item, all, part, marked, onMark, children }: AskedPanelProps) {
  return (
    <Panel
      title={
        <>
          {t('exam.question_of', { n: item.n, all })} <span className="mg-dim">{asksOf(item)}</span>
        </>
      }
      description={part}
      actions={
        <Button
          icon="flag-mark"
          aria-pressed={marked}
          aria-keyshortcuts="Alt+M"
          title={t('exam.shortcut', { key: 'Alt+M' })}
          onClick={onMark}
        >
          {t(marked ? 'exam.unmark' : 'exam.mark')}
        </Button>
      }
    >
      {children}
    </Panel>
  )
}

interface AnswerStepsProps {
  /** Left out where there is no way back. */
  previous?: { off: boolean; go: () => void } | undefined
  next: { off: boolean; busy?: boolean; go: () => void }
}
export function AnswerSteps({ previous, next }: AnswerStepsProps) {
  return (
    <div className="answer-steps">
      {previous && (
        <Button
          icon="chevron-left"
          disabled={previous.off}
          aria-keyshortcuts="Alt+P"
          title={t('exam.shortcut', { key: 'Alt+P' })}
          onClick={previous.go}
        >
          {t('exam.previous')}
        </Button>
      )}
      <Button
        icon="chevron-right"
        disabled={next.off}
        busy={next.busy ?? false}
        aria-keyshortcuts="Alt+N"
        title={t('exam.shortcut', { key: 'Alt+N' })}
        onClick={next.go}
      >
        {t('exam.next')}
      </Button>
    </div>
  )
}

/** What ends a section that is read: by itself when its end was before the reader, or by hand. */
import { useState } from 'react'
import type { CompletionRule } from '../../../../contract/course/outline.ts'
import { t } from '../../../../i18n/index.ts'
import { useWrite } from '../../../../kit/data/api.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { Button } from '../../../../ui/input/Button.tsx'
import { DateTime } from '../../../../ui/data/DateTime.tsx'
import type { SectionViewProps } from './section.ts'

/** Says that a section is done, once. */
export function useDone({ of, section: s, onStale }: SectionViewProps) {
  const [write, { busy }] = useWrite('POST /learning/courses/:id/sections/:section/done')
  const [problem, setProblem] = useState<unknown>(null)
  const done = async () => {
    if (of.preview || busy || s.done_at !== null) return
    setProblem(null)
    try {
      const { completed } = await write({ params: { id: of.course.id, section: s.id }, body: { revision: s.revision } })
      if (completed) toast.ok(t('learn.completed_now'))
    } catch (raw) {
      if (problemOf(raw).code === 'stale_version') {
        toast.info(t('learn.stale'))
        onStale()
      } else setProblem(raw)
    }
  }
  return { done, busy, problem }
}

interface SectionEndProps {
  of: SectionViewProps
  /** What is said to whoever has not read it yet. */
  hint: string
  doing: ReturnType<typeof useDone>
}
const doneWords: Partial<Record<CompletionRule, 'learn.ticked_at' | 'learn.teacher_ticked_at'>> = {
  ticked: 'learn.ticked_at',
  teacher: 'learn.teacher_ticked_at',
}
export function SectionEnd({ of: { of, section: s }, hint, doing }: SectionEndProps) {
  if (s.done_at !== null)
    return (
      <p className="learn-done" role="status">
        <Icon name="check" /> {t(doneWords[s.rule] ?? 'learn.read_at')} <DateTime at={s.done_at} />
        {s.renewed && <> · {t('learn.renewed')}</>}
      </p>
    )
  if (s.rule === 'teacher') return <p className="learn-end mg-faint">{t('learn.teacher_ticks')}</p>
  return (
    <div className="learn-end">
      {doing.problem !== null && <ProblemView compact problem={doing.problem} onRetry={() => void doing.done()} />}
      <Button
        icon="check"
        busy={doing.busy}
        off={of.preview && t('learn.preview_off')}
        onClick={() => void doing.done()}
      >
        {t(s.rule === 'ticked' ? 'learn.tick' : 'learn.mark_read')}
      </Button>
      <span className="mg-faint">{s.rule === 'ticked' ? t('learn.tick_text') : hint}</span>
    </div>
  )
}

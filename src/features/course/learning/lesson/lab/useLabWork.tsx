/** What is done in a lab, in the page of its lesson and beside its consoles alike. */
import { format, t } from '../../../../../i18n/index.ts'
import { useWrite } from '../../../../../kit/data/api.ts'
import { useWatched } from '../../../../../parts/scene/life/use.ts'
import { ProgressBar } from '../../../../../ui/feedback/ProgressBar.tsx'
import type { SectionViewProps } from '../section.ts'
import { LabReport } from './LabReport.tsx'
import { LabSteps } from './LabSteps.tsx'
import { type ShownLab, stepsDone } from './lab.logic.ts'
import { useChecks } from './useChecks.ts'
import { useReport } from './useReport.ts'

export function useLabWork(props: SectionViewProps<ShownLab>) {
  const { of, section: s, content, onStale } = props
  const course = of.course.id
  useWatched(content.scene_id === null ? [] : [content.scene_id])
  const checks = useChecks({ course, section: s.id, lab: content, off: of.preview, onPassed: onStale })
  const reporting = useReport({ course, section: s.id, off: of.preview || content.report === null })
  const [start] = useWrite('POST /learning/courses/:id/sections/:section/scene')
  return {
    begin: async () => (await start({ params: { id: course, section: s.id }, body: {} })).scene_id,
    steps: <LabSteps {...props} checks={checks} />,
    report: content.report && <LabReport of={props} report={reporting} />,
    /** Pictures and lines of consoles go into the report while its author writes it. */
    keeping: reporting.may ? reporting.keeping : undefined,
  }
}

export function LabProgress({ of: { steps, points, score } }: { of: ShownLab }) {
  const { done, all } = stepsDone(steps)
  if (all === 0) return null
  return (
    <ProgressBar
      value={done / all}
      tone={done === all ? 'ok' : 'accent'}
      label={t('learn.lab_progress')}
      says={t('learn.lab_done_n', { done, all, points: format.number(points), score: format.number(score) })}
    />
  )
}

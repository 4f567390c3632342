/** A lab in the page of its lesson: its machines, its steps and its report. */
import './lab.css'
import { useLocation } from 'react-router-dom'
import { format, t } from '../../../../../i18n/index.ts'
import { OwnScene } from '../../../../../parts/scene/card/OwnScene.tsx'
import { Panel } from '../../../../../ui/layout/Panel.tsx'
import { SectionEnd, useDone } from '../SectionEnd.tsx'
import type { SectionViewProps } from '../section.ts'
import { usePlace } from '../usePlace.ts'
import type { ShownLab } from './lab.logic.ts'
import { LabProgress, useLabWork } from './useLabWork.tsx'

export function LabSection(props: SectionViewProps<ShownLab>) {
  const { of, section: s, content } = props
  const { pathname } = useLocation()
  usePlace({ ...props, start: 0 })
  const doing = useDone(props)
  const { steps, report, begin } = useLabWork(props)
  return (
    <div className="lab-section">
      {content.machines && (
        <OwnScene
          key={s.id}
          title={t('learn.lab_machines')}
          about={
            of.preview
              ? t('learn.preview_off')
              : content.until === null
                ? t('learn.lab_machines_text', { time: format.span(content.minutes * 60) })
                : t('learn.lab_machines_hour', { time: format.time(content.until) })
          }
          scene={content.scene_id}
          disabled={of.preview}
          from={{ page: `${pathname}?section=${encodeURIComponent(s.id)}` }}
          onStart={begin}
        />
      )}
      <LabProgress of={content} />
      {content.steps.length > 0 && steps}
      {report && <Panel title={t('learn.lab_report')}>{report}</Panel>}
      {s.rule === 'ticked' || s.rule === 'teacher' ? (
        <SectionEnd of={props} hint="" doing={doing} />
      ) : (
        <p className={s.done_at === null ? 'mg-faint' : 'learn-done'} role="status">
          {s.done_at === null
            ? t(`learn.lab_rule.${s.rule === 'report' ? 'report' : 'checks'}`, { share: format.percent(s.share) })
            : t('learn.lab_is_done')}
        </p>
      )}
    </div>
  )
}

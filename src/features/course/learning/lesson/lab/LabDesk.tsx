/** A lab with its consoles beside or below its steps and its report. */
import './lab.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { courseTextIn } from '../../../../../contract/course/texts.ts'
import { href } from '../../../../../contract/screens/index.ts'
import { t } from '../../../../../i18n/index.ts'
import { ClassHourBar } from '../../../../../parts/class-hour/ClassHourBar.tsx'
import { ConsoleKeepingProvider } from '../../../../../parts/scene/console/keeping.ts'
import { Lab } from '../../../../../parts/scene/lab/Lab.tsx'
import type { LabAt } from '../../../../../parts/scene/lab/useLab.ts'
import { Icon } from '../../../../../ui/icon/Icon.tsx'
import { linkClass } from '../../../../../ui/input/Button.tsx'
import { Tabs } from '../../../../../ui/layout/Tabs.tsx'
import type { SectionViewProps } from '../section.ts'
import { usePlace } from '../usePlace.ts'
import type { ShownLab } from './lab.logic.ts'
import { LabProgress, useLabWork } from './useLabWork.tsx'

export function LabDesk({ at, ...props }: SectionViewProps<ShownLab> & { at: LabAt }) {
  const { of, section: s, content, language } = props
  usePlace({ ...props, start: 0 })
  const { steps, report, keeping } = useLabWork(props)
  const [tab, setTab] = useState<'steps' | 'report'>('steps')
  return (
    <ConsoleKeepingProvider value={keeping}>
      <Lab
        arrange
        at={at}
        title={courseTextIn(s.title, s.title_other, of.course.language, language).text}
        back={t('learn.lab_back')}
        ways={
          <Link
            className={linkClass('plain', 'small')}
            target="_blank"
            rel="noopener"
            to={href('course-scene-console', { id: at.scene, course_id: of.course.id, lesson_id: of.id })}
          >
            <Icon name="external" /> {t('learn.lab_window')}
          </Link>
        }
      >
        {!of.preview && (
          <ClassHourBar
            course={of.course.id}
            language={of.course.language}
            lesson={of.id}
            section={s.id}
            to={(to, section) => props.place.lesson(of.course.id, to, { section })}
          />
        )}
        {report && (
          <Tabs
            label={t('learn.lab_tabs')}
            items={[
              { id: 'steps', label: t('learn.lab_steps') },
              { id: 'report', label: t('learn.lab_report') },
            ]}
            active={tab}
            onChange={setTab}
          />
        )}
        <LabProgress of={content} />
        {/* what is typed in the one stays while the other is read */}
        <div hidden={report !== null && tab === 'report'}>{steps}</div>
        {report && <div hidden={tab !== 'report'}>{report}</div>}
      </Lab>
    </ConsoleKeepingProvider>
  )
}

/** Reports of labs: those that wait, by course and lesson, and the desk where one is marked. What is shown stands in the address. */
import './report.css'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { shownReportStatuses } from '../../../contract/course/report.routes.ts'
import type { ReportLab, CourseReportLine } from '../../../contract/course/report.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { classFilter } from '../../../parts/course/classFilter.ts'
import { LearnerName } from '../../../parts/people/LearnerName.tsx'
import { useCourseText } from '../../../parts/course/words.ts'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { MarkingCourses } from './MarkingCourses.tsx'
import { ReportMarking } from './ReportMarking.tsx'
import { RubricDialog } from './RubricDialog.tsx'
import { SimilarDialog } from './SimilarDialog.tsx'
import { reportStatusTones } from './words.ts'

type Status = (typeof shownReportStatuses)[number]
const start = {
  page: 1,
  q: '',
  status: undefined as Status | undefined,
  course_id: undefined as string | undefined,
  section_id: undefined as string | undefined,
  class_id: undefined as string | undefined,
}
const among = { status: shownReportStatuses }
const keyOf = (lab: Pick<ReportLab, 'course' | 'section'>): string => `${lab.course.id} ${lab.section.id}`

export default function CourseReport() {
  const [search] = useSearchParams()
  const report = search.get('report')
  if (report !== null) return <ReportMarking key={report} id={report} />
  return search.get('tab') === 'courses' ? <ByCourse /> : <Queue />
}

const tabs = ['reports', 'courses'] as const
const ReportTabs = ({ active }: { active: (typeof tabs)[number] }) => (
  <Tabs
    label={t('screen.course-report')}
    active={active}
    items={tabs.map((id) => ({
      id,
      label: t(`report.tab.${id}`),
      to: href('course-report', undefined, id === 'reports' ? {} : { tab: id }),
    }))}
  />
)
const ByCourse = () => (
  <Page
    title={t('screen.course-report')}
    description={t('report.courses_about')}
    tabs={<ReportTabs active="courses" />}
  >
    <MarkingCourses />
  </Page>
)

/** One report, with what the list is narrowed to. */
export function useReportLink(): (id: string | undefined) => string {
  const [search] = useSearchParams()
  return (id) => {
    const query = Object.fromEntries([...search].filter(([name]) => name !== 'report'))
    return href('course-report', undefined, id === undefined ? query : { ...query, report: id })
  }
}

function Queue() {
  const reports = useBrowse('GET /course-reports', { start, among })
  const labs = useRead('GET /course-report-labs', undefined)
  const { nameOf, titleOf } = useCourseText()
  const to = useReportLink()
  const [open, setOpen] = useState<'similar' | 'rubric'>()
  const { at } = reports
  const items = labs.data?.items ?? []
  const chosen = items.find((l) => l.course.id === at.course_id && l.section.id === at.section_id)
  const labText = (l: ReportLab | CourseReportLine) =>
    [nameOf(l.course).text, titleOf(l.lesson, l.course), titleOf(l.section, l.course)].filter(Boolean).join(' · ')
  const narrowed = Object.fromEntries(
    Object.entries({
      course_id: at.course_id,
      section_id: at.section_id,
      class_id: at.class_id,
      status: at.status,
      q: at.q,
    }).filter(([, v]) => v !== undefined && v !== ''),
  )
  return (
    <Page
      title={t('screen.course-report')}
      description={t('report.about')}
      tabs={<ReportTabs active="reports" />}
      actions={<ExportMenu name="lab-reports" route="GET /course-reports/export" query={narrowed} />}
    >
      <BrowseBar
        of={reports}
        search={t('report.search')}
        filters={[
          {
            field: 'status',
            label: t('report.status'),
            all: t('report.all'),
            options: shownReportStatuses.map((value) => ({ value, label: t(`learn.report_status.${value}`) })),
          },
          ...classFilter(labs.data?.classes),
        ]}
      >
        <NativeSelect
          aria-label={t('report.lab')}
          value={at.section_id === undefined && at.course_id !== undefined ? at.course_id : chosen ? keyOf(chosen) : ''}
          options={[
            { value: '', label: t('report.all_labs') },
            ...[...new Map(items.map((l) => [l.course.id, l.course])).values()].map((c) => ({
              value: c.id,
              label: t('report.labs_of', { course: nameOf(c).text }),
            })),
            ...items.map((l) => ({
              value: keyOf(l),
              label: l.waiting > 0 ? t('report.lab_waiting', { lab: labText(l), n: l.waiting }) : labText(l),
            })),
          ]}
          onChange={(key) => {
            const lab = items.find((l) => keyOf(l) === key)
            reports.narrow({ course_id: lab?.course.id ?? (key || undefined), section_id: lab?.section.id })
          }}
        />
        {chosen && (
          <>
            <Button size="small" icon="duplicate" onClick={() => setOpen('similar')}>
              {t('report.similar')}
            </Button>
            {chosen.outdated > 0 && (
              <Button size="small" icon="scale" onClick={() => setOpen('rubric')}>
                {t('report.outdated_n', { n: chosen.outdated })}
              </Button>
            )}
          </>
        )}
      </BrowseBar>
      <Panel flush>
        <BrowseView
          of={reports}
          name={t('screen.course-report')}
          empty={{ icon: 'file', title: t('report.empty'), text: t('report.empty_text') }}
        >
          {({ items: rows }) => (
            <Table<CourseReportLine>
              name={t('screen.course-report')}
              rows={rows}
              keyOf={(r) => r.id}
              columns={[
                { head: t('report.by'), names: true, cell: (r) => <LearnerName of={r.by} to={to(r.id)} /> },
                { head: t('course.class'), cell: (r) => format.list(r.classes.map((k) => k.name)) },
                { head: t('report.lab'), cell: labText },
                {
                  head: t('report.status'),
                  short: true,
                  cell: (r) => (
                    <>
                      <StatusTag
                        dot
                        word={r.status}
                        tone={reportStatusTones[r.status]}
                        label={t(`learn.report_status.${r.status}`)}
                      />
                      {r.outdated && <span className="mg-faint"> {t('report.outdated')}</span>}
                    </>
                  ),
                },
                {
                  head: t('report.submitted'),
                  short: true,
                  cell: (r) => (r.submitted_at === null ? '–' : <Ago at={r.submitted_at} />),
                },
                {
                  head: t('report.points'),
                  number: true,
                  cell: (r) =>
                    r.points === null
                      ? '–'
                      : t('learn.report_points', {
                          points: format.number(r.points),
                          score: format.number(r.score ?? 0),
                        }),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
      {open === 'similar' && chosen && <SimilarDialog lab={chosen} onClose={() => setOpen(undefined)} />}
      {open === 'rubric' && chosen && <RubricDialog lab={chosen} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

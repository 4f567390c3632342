/** One homework: what waits for a marker, and its learners. */
import { Link } from 'react-router-dom'
import type { CoursePractice } from '../../../contract/course/homework.routes.ts'
import { homeworkStates } from '../../../contract/course/homework.ts'
import { format, t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { csvFormat } from '../../../kit/list/useExport.ts'
import { classFilter } from '../../../parts/course/classFilter.ts'
import { LearnerName } from '../../../parts/people/LearnerName.tsx'
import { typeText } from '../../../parts/question/words.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { practiceAt } from './address.ts'

interface HomeworkOneProps {
  of: CoursePractice
  section: string
}

export function HomeworkOne({ of, section }: HomeworkOneProps) {
  const course = of.course.id
  // not there where learners do not see it any more
  const h = of.homework.find((one) => one.id === section)
  return (
    <>
      <p className="course-practice-crumb">
        <Link to={practiceAt(course, {})}>{t('homework.many')}</Link>
      </p>
      {h && (
        <>
          <div>
            <h2 className="course-practice-title">{h.title}</h2>
            <p className="course-practice-crumb">
              {h.due_at === null ? (
                t('homework.due_never')
              ) : (
                <>
                  {t('homework.due_at')} <DateTime at={h.due_at} />
                </>
              )}
            </p>
          </div>
          <StatRow>
            <Stat
              label={t('homework.handed_in')}
              value={format.number(h.handed)}
              unit={`/ ${format.number(h.learners)}`}
            />
            <Stat label={t('homework.is.marked')} value={format.number(h.marked)} />
            <Stat
              label={t('homework.to_mark')}
              value={format.number(h.waiting)}
              {...(h.waiting > 0 ? { tone: 'warn' as const } : {})}
            />
            <Stat
              label={t('homework.missing')}
              value={format.number(h.missing)}
              {...(h.missing > 0 ? { tone: 'bad' as const } : {})}
            />
          </StatRow>
        </>
      )}
      <ToMark course={course} section={section} />
      <Learners of={of} section={section} title={h?.title ?? ''} />
    </>
  )
}

function ToMark({ course, section }: { course: string; section: string }) {
  const { data } = useRead('GET /courses/:id/homework/:section/marking', { params: { id: course, section } })
  if (!data?.items.length) return null
  return (
    <Panel flush title={t('homework.by_question')} description={t('homework.by_question_text')}>
      <Table
        name={t('homework.by_question')}
        rows={data.items}
        keyOf={(i) => i.id}
        columns={[
          { head: t('homework.number'), number: true, cell: (i) => format.number(i.n) },
          {
            head: t('homework.question'),
            names: true,
            cell: (i) => (
              <>
                {i.title} <span className="mg-faint">{typeText(i.type)}</span>
              </>
            ),
          },
          { head: t('homework.points'), number: true, cell: (i) => format.number(i.score) },
          { head: t('homework.answers'), number: true, cell: (i) => format.number(i.answers) },
          {
            head: t('homework.to_mark'),
            cell: (i) => (
              <Link
                className={linkClass(i.open > 0 ? 'primary' : 'plain', 'small')}
                to={practiceAt(course, { section, item: i.id })}
              >
                {i.open > 0 ? t('homework.mark_n', { n: i.open }) : t('homework.look_again')}
              </Link>
            ),
          },
        ]}
      />
    </Panel>
  )
}

const states = [...homeworkStates, 'missing'] as const
const start = {
  q: '',
  page: 1,
  state: undefined as (typeof states)[number] | undefined,
  class_id: undefined as string | undefined,
}
const tones = { none: 'idle', draft: 'info', submitted: 'info', returned: 'warn', marked: 'ok' } as const

function Learners({ of, section, title }: HomeworkOneProps & { title: string }) {
  const course = of.course.id
  const language = useLocale()
  const params = { id: course, section }
  const learners = useBrowse('GET /courses/:id/homework/:section/learners', { start, among: { state: states }, params })
  return (
    <>
      <BrowseBar
        of={learners}
        search={t('homework.search')}
        filters={[
          {
            field: 'state',
            label: t('homework.state'),
            all: t('homework.all'),
            options: states.map((value) => ({
              value,
              label: value === 'missing' ? t('homework.missing') : t(`homework.is.${value}`),
            })),
          },
          ...classFilter(of.classes),
        ]}
      >
        <ExportMenu
          name={title}
          route="GET /courses/:id/homework/:section/learners/file"
          params={params}
          query={{ language, ...(learners.at.class_id === undefined ? {} : { class_id: learners.at.class_id }) }}
          formats={csvFormat}
        />
      </BrowseBar>
      <Panel flush>
        <BrowseView
          compact
          of={learners}
          name={t('homework.learners')}
          empty={{ icon: 'users', title: t('homework.no_learners') }}
        >
          {({ items }) => (
            <Table
              name={t('homework.learners')}
              rows={items}
              keyOf={(r) => r.user_id}
              columns={[
                {
                  head: t('homework.learner'),
                  names: true,
                  cell: (r) => (
                    <LearnerName
                      of={r}
                      to={r.hand_in === null ? undefined : practiceAt(course, { section, hand_in: r.hand_in })}
                    />
                  ),
                },
                { head: t('course.class'), cell: (r) => format.list(r.classes.map((k) => k.name)) },
                { head: t('marking.org'), cell: (r) => r.org_name },
                {
                  head: t('homework.state'),
                  cell: (r) =>
                    r.missing && r.state !== 'returned' ? (
                      <StatusTag word="missing" tone="bad" label={t('homework.missing')} />
                    ) : (
                      <StatusTag word={r.state} tone={tones[r.state]} label={t(`homework.is.${r.state}`)} />
                    ),
                },
                {
                  head: t('homework.handed_at'),
                  cell: (r) =>
                    r.at === null ? (
                      '–'
                    ) : (
                      <>
                        <DateTime at={r.at} />{' '}
                        {r.late_days > 0 && (
                          <span className="mg-faint">{t('homework.days_late', { n: r.late_days })}</span>
                        )}
                      </>
                    ),
                },
                { head: t('homework.hand_ins'), number: true, cell: (r) => format.number(r.hand_ins) },
                {
                  head: t('homework.points'),
                  number: true,
                  cell: (r) => (r.points === null ? '–' : `${format.number(r.points)} / ${format.number(r.score)}`),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}

/** What the parts of a course weigh, and what its learners reached so far. */
import { useState } from 'react'
import type { Api } from '../../../contract/api.ts'
import { scoreKinds } from '../../../contract/course/courseScore.ts'
import type { CoursePractice } from '../../../contract/course/homework.routes.ts'
import type { RouteResult } from '../../../contract/lib/route.ts'
import { format, t, useLocale } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { csvFormat } from '../../../kit/list/useExport.ts'
import { classFilter } from '../../../parts/course/classFilter.ts'
import { TickDialog } from '../../../parts/course/TickDialog.tsx'
import { LearnerName } from '../../../parts/people/LearnerName.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Weights } from './Weights.tsx'

const start = { q: '', page: 1, class_id: undefined as string | undefined }

type Row = RouteResult<Api, 'GET /courses/:id/scores'>['items'][number]

export function Scores({ of: { course: of, classes } }: { of: CoursePractice }) {
  const { id: course, name, can } = of
  const language = useLocale()
  const scores = useBrowse('GET /courses/:id/scores', { start, params: { id: course } })
  const { data } = scores
  const [ticking, setTicking] = useState<Row>()
  const ticks = data?.ticks ?? []
  return (
    <>
      {data && (
        <Weights
          key={data.version}
          course={course}
          can={can}
          stored={data.weights}
          version={data.version}
          onStale={scores.refetch}
        />
      )}
      <BrowseBar of={scores} search={t('homework.search')} filters={classFilter(classes)}>
        <ExportMenu
          name={name}
          route="GET /courses/:id/scores/file"
          params={{ id: course }}
          query={{ language, ...(scores.at.class_id === undefined ? {} : { class_id: scores.at.class_id }) }}
          formats={csvFormat}
        />
      </BrowseBar>
      <Panel flush>
        <BrowseView
          compact
          of={scores}
          name={t('homework.tab.score')}
          empty={{ icon: 'users', title: t('homework.no_learners') }}
        >
          {({ items }) => (
            <Table
              name={t('homework.tab.score')}
              rows={items}
              keyOf={(r) => r.user_id}
              columns={[
                {
                  head: t('homework.learner'),
                  names: true,
                  cell: (r) => <LearnerName of={r} />,
                },
                { head: t('course.class'), cell: (r) => format.list(r.classes.map((k) => k.name)) },
                ...scoreKinds.map((kind) => ({
                  head: t(`course.kind_of.${kind}`),
                  number: true as const,
                  cell: (r: (typeof items)[number]) => {
                    const own = r.kinds.find((k) => k.kind === kind)
                    return own ? format.percent(own.share) : '–'
                  },
                })),
                { head: t('homework.missing'), number: true, cell: (r) => format.number(r.missing) },
                {
                  head: t('homework.score'),
                  number: true,
                  cell: (r) => (r.share === null ? '–' : format.percent(r.share)),
                },
                {
                  head: t('homework.grade'),
                  cell: (r) => (r.grade === null ? '–' : <strong>{r.grade}</strong>),
                },
                ...(ticks.length
                  ? [
                      {
                        head: t('learn.tick_for_open'),
                        short: true as const,
                        cell: (r: Row) =>
                          r.ticks.length === 0 ? (
                            '–'
                          ) : (
                            <Button
                              size="small"
                              aria-label={t('learn.tick_for_of', { name: r.name })}
                              onClick={() => setTicking(r)}
                            >
                              {t('homework.n_of', { n: r.ticks.filter((s) => s.done).length, all: r.ticks.length })}
                            </Button>
                          ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </BrowseView>
      </Panel>
      {ticking && (
        <TickDialog
          course={course}
          learner={ticking}
          sections={(data?.items.find((r) => r.user_id === ticking.user_id) ?? ticking).ticks.flatMap(
            ({ id, done }) => {
              const section = ticks.find((one) => one.id === id)
              return section ? [{ id, title: section.title, done }] : []
            },
          )}
          onClose={() => setTicking(undefined)}
        />
      )}
    </>
  )
}

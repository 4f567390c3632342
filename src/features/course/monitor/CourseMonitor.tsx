/** Scenes of labs now: who works where, who waits, where people do not get on; and more time or the end for one or several. */
import './monitor.css'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CourseMonitor as Monitor, MonitoredScene } from '../../../contract/course/monitor.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { BrowseBar, useNarrowing } from '../../../kit/list/Browse.tsx'
import { useCourseText } from '../../../parts/course/words.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Stat } from '../../../ui/data/Stat.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { LessonFigures } from './LessonFigures.tsx'
import { allowing, longestStuck, type SceneGroup, sceneGroups, filteredScenes } from './monitor.logic.ts'

type What = 'extend' | 'stop'
const start = {
  page: 1,
  q: '',
  group: undefined as SceneGroup | undefined,
  course: undefined as string | undefined,
}
const among = { group: sceneGroups }
/** Milliseconds between two looks where no event came: time passes by itself. */
const every = 30_000

export default function CourseMonitor() {
  const { data, error, refetch } = useRead('GET /course-monitor', undefined, { every })
  return (
    <Page title={t('screen.course-monitor')} description={t('monitor.about')}>
      {data ? <Shown of={data} /> : error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />}
    </Page>
  )
}

function Shown({ of }: { of: Monitor }) {
  const { nameOf, titleOf } = useCourseText()
  const stuck = longestStuck(of.scenes)
  return (
    <>
      <div className="monitor-figures">
        <Stat
          label={t('monitor.running')}
          value={format.number(of.running)}
          {...(of.starting > 0 && { note: t('monitor.starting', { n: of.starting }) })}
        />
        <Stat label={t('monitor.queued')} value={format.number(of.queued)} />
        <Stat
          label={t('monitor.longest')}
          value={stuck?.stuck ? format.span(stuck.stuck.seconds) : '–'}
          note={
            stuck?.stuck
              ? t('monitor.longest_at', { name: stuck.user.name, step: titleOf(stuck.stuck, stuck.course) })
              : t('monitor.nobody')
          }
        />
      </div>
      <Scenes of={of} />
      {of.labs.length > 0 && (
        <Panel title={t('monitor.labs')} description={t('monitor.labs_text')}>
          <div className="monitor-chart" style={{ '--monitor-labs': of.labs.length }}>
            <Chart
              kind="bar"
              label={t('monitor.labs_chart')}
              height={220}
              max={1}
              text={format.percent}
              axis={{
                title: t('monitor.lab'),
                values: of.labs.map((_, n) => n),
                text: (n) => {
                  const lab = of.labs[Number(n)]
                  return lab ? titleOf(lab.section, lab.course) : ''
                },
              }}
              series={[{ name: t('monitor.rate'), values: of.labs.map((l) => l.rate), tone: 'accent' }]}
              columns={[
                { title: t('monitor.course'), texts: of.labs.map((l) => nameOf(l.course).text) },
                {
                  title: t('monitor.people'),
                  texts: of.labs.map((l) => t('monitor.through_of', { through: l.through, began: l.began })),
                },
                {
                  title: t('monitor.hardest'),
                  texts: of.labs.map((l) =>
                    l.hardest
                      ? t('monitor.hardest_n', { step: titleOf(l.hardest, l.course), n: l.hardest.people })
                      : '–',
                  ),
                },
              ]}
            />
          </div>
        </Panel>
      )}
      <LessonFigures />
    </>
  )
}

function Scenes({ of }: { of: Monitor }) {
  const { nameOf, titleOf } = useCourseText()
  const narrowing = useNarrowing({ start, among })
  const now = useServerNow(of.at)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<{ what: What; scenes: readonly MonitoredScene[] }>()
  const shown = filteredScenes(of.scenes, narrowing.at)
  const courses = [...new Map(of.scenes.map((s) => [s.course.id, s.course])).values()]
  const passed = Math.max(0, Math.floor((now - Date.parse(of.at)) / 1000))
  const turn = (rows: readonly MonitoredScene[], on: boolean) => {
    const next = new Set(chosen)
    for (const { id } of rows)
      if (on) next.add(id)
      else next.delete(id)
    setChosen(next)
  }
  const some = (what: What) => allowing(shown, chosen, what)
  return (
    <>
      <BrowseBar
        of={narrowing}
        search={t('monitor.search')}
        filters={[
          {
            field: 'group',
            label: t('monitor.state'),
            all: t('report.all'),
            options: sceneGroups.map((value) => ({ value, label: t(`monitor.group.${value}`) })),
          },
          {
            field: 'course',
            label: t('monitor.course'),
            all: t('monitor.all_courses'),
            closed: true,
            options: courses.map((c) => ({ value: c.id, label: nameOf(c).text })),
          },
        ]}
      >
        {chosen.size > 0 && (
          <span className="monitor-bar">
            <Button
              size="small"
              icon="clock"
              off={some('extend').length === 0 && t('monitor.none_extend')}
              onClick={() => setAsking({ what: 'extend', scenes: some('extend') })}
            >
              {t('monitor.extend_n', { n: some('extend').length })}
            </Button>
            <Button
              size="small"
              icon="stop"
              off={some('stop').length === 0 && t('monitor.none_stop')}
              onClick={() => setAsking({ what: 'stop', scenes: some('stop') })}
            >
              {t('monitor.stop_n', { n: some('stop').length })}
            </Button>
          </span>
        )}
      </BrowseBar>
      <Panel flush>
        {shown.length === 0 ? (
          <Empty icon="machine" title={t(of.scenes.length ? 'kit.list.no_match' : 'monitor.empty')}>
            {of.scenes.length ? undefined : t('monitor.empty_text')}
          </Empty>
        ) : (
          <Table<MonitoredScene>
            name={t('monitor.scenes')}
            rows={shown}
            keyOf={(s) => s.id}
            select={{
              all: t('kit.people.choose_page'),
              nameOf: (s) => t('kit.list.select_row', { name: s.user.name }),
              has: (s) => chosen.has(s.id),
              onTurn: turn,
            }}
            columns={[
              { head: t('monitor.who'), names: true, cell: (s) => s.user.name },
              {
                head: t('monitor.lab'),
                cell: (s) => (
                  <>
                    {titleOf(s.section, s.course)}
                    <span className="mg-faint monitor-sub">
                      {[nameOf(s.course).text, titleOf(s.lesson, s.course)].filter(Boolean).join(' · ')}
                    </span>
                  </>
                ),
              },
              {
                head: t('monitor.state'),
                short: true,
                cell: (s) => (
                  <>
                    <StatusTag dot word={s.status} label={t(`scene.status.${s.status}`)} />
                    {s.queue !== null && (
                      <span className="mg-faint monitor-sub">{t('monitor.place', { n: s.queue })}</span>
                    )}
                  </>
                ),
              },
              { head: t('monitor.since'), short: true, cell: (s) => <Ago at={s.since} /> },
              {
                head: t('monitor.left'),
                number: true,
                cell: (s) => (s.remaining === null ? '–' : format.clock(Math.max(0, s.remaining - passed))),
              },
              {
                head: t('monitor.steps'),
                number: true,
                cell: (s) => t('monitor.steps_n', { done: s.passed, all: s.steps }),
              },
              {
                head: t('monitor.at'),
                cell: (s) =>
                  s.stuck ? (
                    <>
                      {titleOf(s.stuck, s.course)}
                      <span className="mg-faint monitor-sub">{format.span(s.stuck.seconds + passed)}</span>
                    </>
                  ) : (
                    '–'
                  ),
              },
              {
                key: 'acts',
                head: <span className="mg-sr">{t('monitor.acts')}</span>,
                short: true,
                cell: (s) => (
                  <span className="monitor-bar">
                    {s.hour !== null && (
                      <Link
                        className={linkClass('plain', 'small')}
                        to={href('class-card-console', { lessonId: s.lesson.id, userId: s.user.id }, { hour: s.hour })}
                        aria-label={t('monitor.watch_of', { name: s.user.name })}
                      >
                        {t('monitor.watch')}
                      </Link>
                    )}
                    {(['extend', 'stop'] as const).map((what) => (
                      <Button
                        key={what}
                        size="small"
                        aria-label={t(`monitor.${what}_of`, { name: s.user.name })}
                        disabled={!s.can.includes(what)}
                        onClick={() => setAsking({ what, scenes: [s] })}
                      >
                        {t(`monitor.${what}`)}
                      </Button>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Panel>
      {of.scenes.length < of.starting + of.running + of.queued && (
        <p className="mg-hint">
          {t('monitor.more', { n: of.scenes.length, all: of.starting + of.running + of.queued })}
        </p>
      )}
      {asking && <ActDialog {...asking} onDone={() => setChosen(new Set())} onClose={() => setAsking(undefined)} />}
    </>
  )
}

interface ActDialogProps {
  what: What
  scenes: readonly MonitoredScene[]
  onDone: () => void
  onClose: () => void
}
function ActDialog({ what, scenes, onDone, onClose }: ActDialogProps) {
  const [reason, setReason] = useTyped(`scenes-${what}:${scenes.map((s) => s.id).join()}`)
  const [extend] = useWrite('POST /course-monitor/extend')
  const [stop] = useWrite('POST /course-monitor/stop')
  const [first] = scenes
  const send = what === 'extend' ? extend : stop
  return (
    <Confirm
      open
      size="default"
      danger={what === 'stop'}
      title={t(`monitor.${what}_title`, { n: scenes.length })}
      confirm={t(`monitor.${what}`)}
      missing={[reason.trim() === '' && t('report.reason')]}
      onConfirm={async () => {
        const reply = await send({ body: { ids: scenes.map((s) => s.id), reason: reason.trim() } })
        if (reply.failed.length) toast.info(t('monitor.some_failed', { n: reply.failed.length }))
        else toast.ok(t(`monitor.${what}_done`, { n: reply.done.length }))
        setReason('')
        onDone()
      }}
      onClose={onClose}
    >
      <p>
        {what === 'extend'
          ? t('monitor.extend_text', { minutes: first?.extensions.minutes ?? 0, most: first?.extensions.most ?? 0 })
          : t('monitor.stop_text')}
      </p>
      <CountedTextArea
        data-autofocus
        aria-required
        label={t('report.reason')}
        value={reason}
        max={1000}
        rows={2}
        onChange={setReason}
      />
    </Confirm>
  )
}

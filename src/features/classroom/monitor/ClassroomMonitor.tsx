/** A class hour while it goes on: everybody live by one request for all, who asks for help, and what a teacher says to chosen ones or all. */
import '../classroom.css'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { classLimits } from '../../../contract/classroom/class.ts'
import type { HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { isOneOf } from '../../../contract/lib/typed.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useUrlState } from '../../../kit/list/state/useKept.ts'
import { counterOf } from '../../../kit/resource/counter.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Chips } from '../../../ui/data/Chips.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { attendanceText } from '../Hours.tsx'
import { periodText } from '../words.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { type HourDeed, HourDeeds } from './HourDeeds.tsx'
import { GatherNote } from './Gather.tsx'
import { HelpQueue } from './HelpQueue.tsx'
import { HourEvents } from './HourEvents.tsx'
import { MachineButtons, Machines } from './Machines.tsx'
import { MemberGrid } from './MemberGrid.tsx'
import { standingCounts, placeMembers, type Standing, standings, turned } from './monitor.logic.ts'

export default function ClassroomMonitor() {
  const { id = '' } = useParams()
  // events say when something changed; who leads no part in the class hears of none, and looks now and then
  const grid = useRead('GET /class-hours/:id/grid', { params: { id } }, { every: 30_000 })
  if (!grid.data)
    return (
      <Page title={t('screen.classroom-monitor')}>
        {grid.error ? <ProblemView problem={grid.error} onRetry={grid.refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  return <Monitor key={id} of={grid.data} />
}

const start = { standing: undefined as Standing | undefined }
const among = { standing: standings }

function Monitor({ of }: { of: HourGrid }) {
  const { hour } = of
  const now = useServerNow(of.now)
  const { visible } = useAccess()
  const { titleOf, nameOf } = useCourseText()
  const [deed, setDeed] = useState<HourDeed>()
  const [code, setCode] = useState(false)
  const [at, setAt] = useUrlState(start, among)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const all = placeMembers(of, now)
  const counts = standingCounts(all)
  const shown = at.standing === undefined ? all : all.filter((p) => p.standing === at.standing)
  const runs = hour.can.includes('run')
  const picked = of.members.filter((m) => chosen.has(m.user_id))
  return (
    <Page
      title={hour.class_name}
      tags={<StatusTag word={hour.status} label={t(`classroom.hour_status.${hour.status}`)} />}
      description={[
        periodText(hour),
        hour.room,
        hour.course && hour.lesson ? titleOf(hour.lesson, hour.course) : hour.course && nameOf(hour.course).text,
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          {visible.has('classroom-manage') && (
            <Link className={linkClass()} to={href('classroom-manage', undefined, { class: hour.class_id })}>
              {t('classroom.to_class')}
            </Link>
          )}
          {runs && (
            <>
              <Button icon="key" onClick={() => setCode(true)}>
                {t('classroom.code')}
              </Button>
              <Button icon="bell" onClick={() => setDeed({ what: 'message', to: [] })}>
                {t('classroom.message_all')}
              </Button>
              {of.sections.length > 0 && (
                <Button icon="target" onClick={() => setDeed({ what: 'gather' })}>
                  {t('classroom.gather')}
                </Button>
              )}
            </>
          )}
          <HourEvents hour={hour} />
        </>
      }
    >
      {of.gather && <GatherNote hour={hour} gather={of.gather} />}
      {of.help.length > 0 && <HelpQueue of={of} />}
      {of.scenes && <Machines of={of} scenes={of.scenes} />}
      <div className="class-bar">
        <Chips
          label={t('classroom.standing')}
          value={at.standing}
          items={[
            { value: undefined, label: `${t('classroom.everybody')} ${format.number(all.length)}` },
            ...standings
              .filter((s) => counts[s] > 0 || s === at.standing)
              .map((value) => ({
                value,
                label: `${t(`classroom.standing.${value}`)} ${format.number(counts[value])}`,
              })),
          ]}
          onChange={(value) => setAt({ standing: isOneOf(standings, value) ? value : undefined })}
        />
        <span className="mg-dim">{hour.began_at !== null && attendanceText(hour)}</span>
      </div>
      {chosen.size > 0 && (
        <section
          className="kit-chosen class-chosen"
          aria-label={t('kit.list.selected', { n: chosen.size, unit: counterOf('user') })}
        >
          <strong className="mg-num" role="status">
            {t('kit.list.selected', { n: chosen.size, unit: counterOf('user') })}
          </strong>
          {runs && (
            <Button size="small" icon="bell" onClick={() => setDeed({ what: 'message', to: picked })}>
              {t('classroom.message')}
            </Button>
          )}
          {hour.can.includes('attendance') && (
            <Button size="small" icon="check" onClick={() => setDeed({ what: 'attendance', to: picked })}>
              {t('classroom.attendance_set')}
            </Button>
          )}
          {of.scenes && of.scenes.plan !== 'none' && <MachineButtons of={of} members={picked} />}
          <span className="kit-space" />
          <Button size="small" tone="quiet" onClick={() => setChosen(new Set())}>
            {t('kit.list.select_none')}
          </Button>
        </section>
      )}
      <Panel title={t('classroom.tab.members')} flush className="class-panel">
        {shown.length > 0 ? (
          <MemberGrid
            hour={hour}
            machines={of.scenes}
            rows={shown}
            chosen={chosen}
            onTurn={(ids, on) => setChosen(turned(chosen, ids, on, classLimits.chosen))}
            onDeed={setDeed}
          />
        ) : (
          <Empty compact icon="users" title={all.length ? t('kit.list.no_match') : t('classroom.members_none')} />
        )}
      </Panel>
      {code && <CodeDialog hour={hour} onClose={() => setCode(false)} />}
      {deed && <HourDeeds of={of} deed={deed} onClose={() => setDeed(undefined)} />}
    </Page>
  )
}

/** Members of a class, and how each attended. */
import { useState } from 'react'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import type { ClassMember } from '../../contract/classroom/hour.schema.ts'
import { attendanceStates } from '../../contract/classroom/hour.ts'
import { fileNameOf } from '../../contract/lib/fileName.ts'
import { format, t } from '../../i18n/index.ts'
import { useAsk } from '../../kit/resource/calls.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { useSettings } from '../../kit/session/use.ts'
import { downloadFile } from '../../lib/save.ts'
import { Day } from '../../ui/data/DateTime.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const start = { page: 1, q: '' }

export function Members({ of }: { of: CourseClass }) {
  const members = useBrowse('GET /classes/:id/members', { start, params: { id: of.id }, size: 50 })
  return (
    <Panel flush className="class-panel">
      <BrowseBar inner of={members} search={t('kit.people.search')}>
        <span className="kit-space" />
        <AttendanceFile of={of} />
      </BrowseBar>
      <BrowseView
        compact
        of={members}
        name={t('classroom.tab.members')}
        counts="user"
        empty={{ icon: 'users', title: t('classroom.members_none'), text: t('classroom.members_none_text') }}
      >
        {({ items }) => (
          <Table<ClassMember>
            name={t('classroom.tab.members')}
            rows={items}
            keyOf={(m) => m.user_id}
            columns={[
              {
                head: t('classroom.member'),
                names: true,
                cell: (m) => (
                  <>
                    {m.name}
                    <span className="mg-faint class-sub">{[m.username, m.org_name].filter(Boolean).join(' · ')}</span>
                  </>
                ),
              },
              { head: t('classroom.member_since'), cell: (m) => <Day at={m.since} /> },
              ...attendanceStates.map((s) => ({
                head: t(`classroom.attendance_state.${s}`),
                number: true as const,
                cell: (m: ClassMember) => format.number(m.attendance[s]),
              })),
              {
                head: t('classroom.attended'),
                number: true,
                cell: (m) =>
                  m.hours === 0 ? '–' : format.percent((m.attendance.present + m.attendance.late) / m.hours),
              },
            ]}
          />
        )}
      </BrowseView>
    </Panel>
  )
}

function AttendanceFile({ of }: { of: CourseClass }) {
  const ask = useAsk()
  const { language } = useSettings()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await ask<Blob>(
        'GET /classes/:id/attendance/file',
        { params: { id: of.id }, query: { language } },
        { blob: true },
      )
      downloadFile(file, `${fileNameOf(`${of.name} ${format.date(Date.now())}`)}.csv`)
      toast.ok(t('kit.export.done'))
    } catch (e) {
      toast.problem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="export" busy={busy} onClick={() => void save()}>
      {t('classroom.attendance_file')}
    </Button>
  )
}

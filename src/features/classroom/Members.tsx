/** Members of a class, and how each attended. */
import { useId, useState } from 'react'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import type { ClassMember } from '../../contract/classroom/hour.schema.ts'
import { attendanceStates, sceneLimitsOfClass } from '../../contract/classroom/hour.ts'
import { fileNameOf } from '../../contract/lib/fileName.ts'
import { format, t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { NativeSelect } from '../../kit/resource/input/Select.tsx'
import { useAsk } from '../../kit/resource/calls.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { ExportMenu } from '../../kit/list/ExportMenu.tsx'
import { useSettings } from '../../kit/session/use.ts'
import { downloadFile } from '../../lib/save.ts'
import { Day } from '../../ui/data/DateTime.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

const start = { page: 1, q: '' }
const sizes = [2, 3, 4, 5, 6, 8, 10, 15, 20] as const

export function Members({ of }: { of: CourseClass }) {
  const { language } = useSettings()
  const members = useBrowse('GET /classes/:id/members', { start, params: { id: of.id }, size: 50 })
  const [making, setMaking] = useState(false)
  const [write] = useWrite('PUT /classes/:id/groups')
  const plans = of.can.includes('plan') && of.status !== 'archived'
  const put = (user_id: string, group: number | null) =>
    void write({ params: { id: of.id }, body: { groups: [{ user_id, group }] } }).catch(toast.problem)
  return (
    <Panel flush className="class-panel">
      <BrowseBar inner of={members} search={t('kit.people.search')}>
        <span className="kit-space" />
        {plans && (
          <Button icon="users" onClick={() => setMaking(true)}>
            {t('classroom.groups_make')}
          </Button>
        )}
        <ExportMenu
          name={of.name}
          label={t('classroom.members_file')}
          route="GET /classes/:id/members/file"
          params={{ id: of.id }}
          query={{ language }}
        />
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
              {
                head: t('classroom.group'),
                cell: (m) =>
                  plans ? (
                    <NativeSelect
                      aria-label={t('classroom.group_of', { name: m.name })}
                      value={String(m.group ?? '')}
                      options={groupChoices(items).map((n) => ({
                        value: String(n ?? ''),
                        label: n === null ? t('classroom.group_none') : t('classroom.group_n', { n }),
                      }))}
                      onChange={(v) => put(m.user_id, v === '' ? null : Number(v))}
                    />
                  ) : (
                    (m.group ?? '–')
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
      {making && <MakeGroups of={of} onClose={() => setMaking(false)} />}
    </Panel>
  )
}

/** No group, those there are, and one more. */
const groupChoices = (items: readonly ClassMember[]): (number | null)[] => {
  const last = Math.max(0, ...items.map((m) => m.group ?? 0))
  return [null, ...Array.from({ length: Math.min(last + 1, sceneLimitsOfClass.groups) }, (_, n) => n + 1)]
}

function MakeGroups({ of, onClose }: { of: CourseClass; onClose: () => void }) {
  const id = useId()
  const [size, setSize] = useState('3')
  const [write] = useWrite('PUT /classes/:id/groups')
  return (
    <Confirm
      open
      title={t('classroom.groups_make')}
      confirm={t('classroom.groups_make')}
      done={t('classroom.groups_made')}
      onConfirm={() => write({ params: { id: of.id }, body: { size: Number(size) } })}
      onClose={onClose}
    >
      <p>{t('classroom.groups_text')}</p>
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={id}>
          {t('classroom.groups_size')}
        </label>
        <NativeSelect
          id={id}
          value={size}
          options={sizes.map((n) => ({ value: String(n), label: t('classroom.groups_of', { n }) }))}
          onChange={setSize}
        />
      </div>
    </Confirm>
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

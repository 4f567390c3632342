import './team.css'
import { lazy } from 'react'
import type { Team } from '../../../contract/system/team.schema.ts'
import { team } from '../../../contract/system/team.ts'
import { format, t } from '../../../i18n/index.ts'
import { remove } from '../../../kit/action/common.ts'
import { formDialog } from '../../../kit/form/formDialog.tsx'
import { list } from '../../../kit/list/list.tsx'
import { PictureAvatar } from '../../../kit/picture/Face.tsx'

const MembersControl = lazy(() => import('./MembersControl.tsx').then((m) => ({ default: m.MembersControl })))

const dialog = formDialog({
  of: team,
  schema: () => import('../../../contract/system/team.schema.ts').then((m) => m.TeamBody),
  size: 'wide',
  groups: [
    {
      fields: [
        'name',
        'org_id',
        { of: 'description', rows: 3 },
        'logo',
        { of: 'member_ids', control: MembersControl, across: true },
      ],
    },
  ],
  title: (row) => (row ? t('team.edit', { name: row.name }) : t('team.add')),
})

export default list({
  of: team,
  screen: 'system-team',
  about: 'team.about',
  columns: [
    {
      of: 'name',
      render: (row) => (
        <span className="team-name">
          <PictureAvatar name={row.name} picture={row.logo} />
          <span className="mg-ellipsis">{row.name}</span>
        </span>
      ),
    },
    'leader_name',
    { of: 'member_ids', width: 220, render: (row) => <Faces of={row} /> },
    'org_id',
    { of: 'description', grow: true },
    'updated_at',
    { of: 'created_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: ['org_id', 'member_ids', 'updated_at'],
  actions: [
    { id: 'create', label: 'team.add', icon: 'plus', needs: 'none', main: true, screens: ['system-team'], dialog },
    { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', key: 'e', dialog },
    remove(team),
  ],
  empty: { title: 'team.empty', text: 'team.empty_text' },
})

/** The first members by their pictures, and how many there are. */
function Faces({ of }: { of: Team }) {
  return (
    <span className="team-faces" title={of.faces.map((f) => f.name).join(', ')}>
      {of.faces.map((f) => (
        <PictureAvatar key={f.id} name={f.name} picture={f.avatar} />
      ))}
      <span className="mg-num">
        {t('team.members_n', { n: of.member_count, count: format.number(of.member_count) })}
      </span>
    </span>
  )
}

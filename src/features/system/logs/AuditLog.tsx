/** The audit trail: who did what, when, from where, with what result. */
import { audit, type LogRow } from '../../../contract/system/audit.ts'
import type { AuditLine } from '../../../contract/system/audit.schema.ts'
import { t, tOr } from '../../../i18n/index.ts'
import { list } from '../../../kit/list/list.tsx'
import { actionText, entityText, unnamedText } from '../../../parts/operation/words.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { ActionPick, EntityPick } from './AuditPicks.tsx'
import { ChainCheck } from './ChainCheck.tsx'
import { thingText } from './words.ts'
import './logs.css'

type Line = LogRow<AuditLine>

const Who = ({ row }: { row: Line }) =>
  row.username ? (
    <span title={row.name ? `${row.name} (${row.username})` : row.username}>
      {row.name ?? row.username} {row.name && <span className="mg-faint">{row.username}</span>}
    </span>
  ) : (
    <span className="mg-faint">{unnamedText(row.address)}</span>
  )

const What = ({ row }: { row: Line }) =>
  thingText(row.entity, row.entity_id, row.label) ??
  // what has no name is called what it is; its id stands with the entry
  (row.entity_id ? (
    <span className="mg-faint" title={row.entity_id}>
      {entityText(row.entity)}
    </span>
  ) : null)

export function AuditResult({ row, dense }: { row: Pick<AuditLine, 'result' | 'code'>; dense?: true }) {
  const why = row.code ? tOr([`problem.${row.code}`], row.code) : undefined
  const tone = row.result === 'done' ? 'ok' : 'bad'
  return (
    <span title={why}>
      <StatusTag word={row.result} tone={tone} label={t(`audit.result.${row.result}`)} dot={dense} />
    </span>
  )
}

export default list({
  of: audit,
  screen: 'audit-log',
  about: 'audit.about',
  columns: [
    { of: 'at', width: 176, grow: false, render: (row) => <DateTime at={row.at} seconds /> },
    {
      of: 'username',
      width: 190,
      render: (row) => <Who row={row} />,
      says: (row) => `${row.name ?? ''} ${row.username ?? ''}`,
    },
    { of: 'action', width: 200, render: (row) => actionText(row.action), says: (row) => actionText(row.action) },
    { of: 'label', grow: true, render: (row) => <What row={row} /> },
    { of: 'result', width: 110, render: (row) => <AuditResult row={row} dense /> },
    'address',
    { of: 'entity', spare: true, render: (row) => entityText(row.entity) },
    { of: 'code', spare: true, render: (row) => (row.code ? tOr([`problem.${row.code}`], row.code) : null) },
    { of: 'changed', spare: true },
    { of: 'role', spare: true },
    { of: 'entity_id', spare: true },
    { of: 'request_id', spare: true },
  ],
  filters: [
    'at',
    'user_id',
    { of: 'action', control: ActionPick, textOf: actionText },
    { of: 'entity', control: EntityPick, textOf: entityText },
    'result',
    'address',
    'entity_id',
    'request_id',
  ],
  drawer: AuditDetail,
  head: ChainCheck,
  density: 'compact',
  empty: { title: 'audit.empty', text: 'audit.empty_text' },
})

/** Alarms of the platform: how everything that is watched stands, the last thirty days, and the alarms themselves. */
import { lazy } from 'react'
import { alarm } from '../../../contract/operation/alarm.ts'
import { t } from '../../../i18n/index.ts'
import { list } from '../../../kit/list/list.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { alarmValueText } from '../../../parts/alarm/measured.ts'
import { AlarmOverviewPanel } from '../../../parts/alarm/AlarmOverview.tsx'

const levels = { warning: 'warn', critical: 'bad' } as const
const statuses = { open: 'bad', acknowledged: 'warn', cleared: 'ok' } as const

export default list({
  of: alarm,
  screen: 'system-alarm',
  above: AlarmOverviewPanel,
  columns: [
    { of: 'rule', width: 170, render: (row) => t(`alarm.rule.${row.rule}`) },
    { of: 'subject', width: 150, grow: false, render: (row) => row.subject || t('alarm.platform') },
    {
      of: 'level',
      width: 100,
      render: (row) => <StatusTag word={row.level} tone={levels[row.level]} label={t(`alarm.level.${row.level}`)} />,
    },
    {
      of: 'status',
      width: 130,
      render: (row) => (
        <StatusTag word={row.status} tone={statuses[row.status]} label={t(`alarm.status.${row.status}`)} dot />
      ),
    },
    'opened_at',
    'acknowledged_by',
    { of: 'peak', width: 110, render: (row) => alarmValueText(row.rule, row.peak) },
    { of: 'threshold', width: 110, render: (row) => alarmValueText(row.rule, row.threshold) },
    'cleared_at',
    { of: 'note', grow: true },
    { of: 'acknowledged_at', spare: true },
    { of: 'value', spare: true, render: (row) => alarmValueText(row.rule, row.value) },
  ],
  filters: ['status', 'level', 'rule', 'opened_at'],
  actions: [
    {
      id: 'acknowledge',
      label: 'alarm.acknowledge',
      icon: 'check',
      needs: 'many',
      key: 'a',
      dialog: lazy(() => import('../../../parts/alarm/AcknowledgeDialog.tsx')),
    },
  ],
  density: 'compact',
  empty: { title: 'alarm.empty', text: 'alarm.empty_text' },
})

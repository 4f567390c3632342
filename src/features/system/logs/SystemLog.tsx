/** What the platform itself did and suffered. */
import { systemLog } from '../../../contract/system/systemLog.ts'
import { list } from '../../../kit/list/list.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { LogLevelTag, sentenceOf } from './systemLogWords.tsx'
import { SystemLogDetail } from './SystemLogDetail.tsx'
import './logs.css'

export default list({
  of: systemLog,
  screen: 'system-log',
  about: 'log.about',
  columns: [
    { of: 'at', width: 176, grow: false, render: (row) => <DateTime at={row.at} seconds /> },
    { of: 'level', width: 110, render: (row) => <LogLevelTag level={row.level} /> },
    'source',
    { of: 'code', grow: true, render: (row) => <span title={sentenceOf(row)}>{sentenceOf(row)}</span> },
    { of: 'request_id', spare: true },
    { of: 'host', spare: true },
  ],
  filters: ['at', 'level', 'source', 'code', 'request_id', 'host'],
  drawer: SystemLogDetail,
  density: 'compact',
  empty: { title: 'log.empty', text: 'log.empty_text' },
})

/** What the viewer did and how well, line by line, on which days, and as a file to take along. */
import { useState } from 'react'
import { Link, useHref } from 'react-router-dom'
import { type EvidenceKind, evidenceKinds } from '../../contract/record/evidence.ts'
import type { Evidence } from '../../contract/record/record.routes.ts'
import { recordLink } from '../../contract/record/recordLink.ts'
import { format, t, useLocale } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { ExportMenu } from '../../kit/list/ExportMenu.tsx'
import { type FileFormat, listFormats } from '../../kit/list/useExport.ts'
import { offsetOf } from '../../lib/offset.ts'
import { DayBars } from '../../ui/chart/DayBars.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Stat } from '../../ui/data/Stat.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Certificates } from './certificates/Certificates.tsx'

const start = { q: '', page: 1, kind: undefined as EvidenceKind | undefined }
const among = { kind: evidenceKinds }
const formats: readonly FileFormat[] = [...listFormats, { format: 'xapi', ends: 'json', label: 'record.xapi' }]

export function LearningRecord() {
  const [offset] = useState(() => offsetOf(new Date()))
  const language = useLocale()
  const base = useHref('/')
  const record = useBrowse('GET /learning/record', { start, among, query: { offset } })
  const { kind } = record.at
  return (
    <>
      <Summary offset={offset} />
      <Certificates />
      <Panel
        title={t('personal.record')}
        description={t('record.text')}
        flush
        actions={
          <ExportMenu
            name={t('record.file')}
            route="GET /learning/record/file"
            query={{ language, home: location.origin, base, ...(kind ? { kind: [kind] } : {}) }}
            note={t('record.file_note')}
            formats={formats}
          />
        }
      >
        <BrowseBar
          inner
          of={record}
          search={t('record.search')}
          filters={[
            {
              field: 'kind',
              label: t('record.kind'),
              all: t('record.all'),
              options: evidenceKinds.map((value) => ({ value, label: t(`record.kind.${value}`) })),
            },
          ]}
        />
        <BrowseView
          compact
          of={record}
          name={t('personal.record')}
          empty={{ icon: 'history', title: t('record.none'), text: t('record.none_text') }}
        >
          {({ items }) => (
            <ul className="personal-list">
              {items.map((one) => (
                <Line key={one.id} of={one} />
              ))}
            </ul>
          )}
        </BrowseView>
      </Panel>
    </>
  )
}

function Summary({ offset }: { offset: number }) {
  const { data, error, refetch } = useRead('GET /learning/record/summary', { query: { offset } })
  if (!data) return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="text" rows={4} />
  const { done, days } = data
  const sum = days.reduce((n, d) => n + evidenceKinds.reduce((m, k) => m + d[k], 0), 0)
  return (
    <Panel title={t('record.summary')} description={t('record.days_summary', { n: sum })}>
      <div className="personal-stats">
        {evidenceKinds.map((kind) => (
          <Stat key={kind} label={t(`record.done.${kind}`)} value={format.number(done[kind])} />
        ))}
      </div>
      <DayBars
        days={days.map((d) => d.day)}
        height={140}
        least={5}
        series={evidenceKinds.map((kind) => ({ name: t(`record.kind.${kind}`), values: days.map((d) => d[kind]) }))}
        label={t('record.days_summary', { n: sum })}
      />
    </Panel>
  )
}

function Line({ of: e }: { of: Evidence }) {
  const what = e.part_kind ? t(`learn.kind.${e.part_kind}`) : t(`record.kind.${e.kind}`)
  return (
    <li className="personal-message">
      <span className="personal-words">
        <Link to={recordLink(e)}>{e.part_title || e.title}</Link>
        <span className="mg-dim">{[what, e.part_title && e.title, ...e.points].filter(Boolean).join(' · ')}</span>
        <span className="mg-faint">
          <DateTime at={e.at} /> · {t('record.version', { n: e.version })}
        </span>
      </span>
      {e.result === null ? (
        <span className="mg-faint">{t('record.held')}</span>
      ) : (
        <StatusTag word="done" tone="ok" label={format.percent(e.result)} />
      )}
    </li>
  )
}

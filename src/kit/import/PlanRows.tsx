import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { type ReadableChange, readableChangesOf } from '../../contract/import/difference.ts'
import { type ImportState, type RowChoice, type RowVerdict, stayedFor } from '../../contract/import/import.ts'
import type { ImportPackage, ImportRow } from '../../contract/import/import.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { type Column, Table } from '../../ui/data/Table.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useRead, useWrite } from '../data/api.ts'
import { useAccess } from '../session/access.ts'
import { PickedNames } from '../pick/PickedNames.tsx'
import { NativeSelect } from '../resource/input/Select.tsx'
import { referencedResource } from '../resource/lines.ts'
import { isEmptyValue, textOfValue } from '../resource/value.logic.ts'
import { fieldOf } from '../resource/words.ts'
import { CorrectRow } from './CorrectRow.tsx'
import { PlanRowsPager } from './Pages.tsx'
import {
  aboutVerdict,
  amounts,
  fieldText,
  personText,
  placeText,
  reasonText,
  resourceText,
  valueText,
} from './words.ts'

const size = 50

/** Rows of one verdict, or those that an undo left, with the choice for each where there is one. */
export function PlanRows({ plan, verdict }: { plan: ImportPackage; verdict: RowVerdict | 'stayed' }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('rows')) || 1)
  const turn = (n: number) =>
    setSearch(
      (s) => {
        s.set('rows', String(n))
        return s
      },
      { replace: true },
    )
  const { data, error, refetch } = useRead('GET /imports/:id/rows', {
    params: { id: plan.id },
    query: { ...(verdict === 'stayed' ? { stayed: 'yes' } : { verdict }), page, page_size: size },
  })
  const [choose] = useWrite('PUT /imports/:id/choice')
  const open = plan.can.includes('choose')
  const [correcting, setCorrecting] = useState<ImportRow['n']>()
  const choice = (which: { rows: number[] } | { verdict: RowVerdict }, value: RowChoice) =>
    void choose({ params: { id: plan.id }, body: { version: plan.version, choice: value, ...which } }).catch(
      (e: unknown) => {
        toast.problem(e)
        refetch()
      },
    )

  // as it was judged last: it may be refused again, for another reason
  const corrected = data?.items.find((row) => row.n === correcting && row.wrong)

  if (error && !data) return <ProblemView problem={error} onRetry={refetch} compact />
  if (!data) return <Loading kind="list" rows={6} />
  if (data.total === 0) return <Empty title={t('import.no-rows')} compact />
  return (
    <>
      <div className="import-about">
        <span className="mg-dim">
          {verdict === 'stayed' ? t('import.stayed-about') : aboutVerdict(plan, verdict)}
          {verdict !== 'stayed' && plan.resources.length > 1 && <> {amounts(plan, verdict)}</>}
        </span>
        {verdict === 'changed' && open && (
          <span className="import-all">
            <Button size="small" onClick={() => choice({ verdict }, 'take')}>
              {t('import.take-all')}
            </Button>
            <Button size="small" onClick={() => choice({ verdict }, 'skip')}>
              {t('import.skip-all')}
            </Button>
          </span>
        )}
      </div>
      <Table
        name={t('import.rows')}
        className="import-table"
        rows={data.items}
        keyOf={(row) => row.n}
        columns={columns(
          plan.state,
          open,
          (row, value) => choice({ rows: [row.n] }, value),
          (row) => setCorrecting(row.n),
        )}
      />
      {corrected && <CorrectRow plan={plan} row={corrected} onClose={() => setCorrecting(undefined)} />}
      <PlanRowsPager page={page} size={size} total={data.total} onTurn={turn} />
    </>
  )
}

const stayed: ReadonlySet<string> = new Set(stayedFor)
/** What is to be done with a row; of an import that was written, what was done, and of one that was undone, what became of it. */
function deedOf(state: ImportState, row: ImportRow): string {
  const done = state === 'applied' || state === 'undone'
  if (row.verdict === 'refused' || row.verdict === 'same' || row.verdict === 'duplicate' || row.choice === 'skip')
    return t(done ? 'import.skipped' : 'import.skip')
  const back = state === 'undone' && !row.reasons.some((r) => stayed.has(r.rule))
  if (row.verdict === 'changed')
    return t(back ? 'import.fate.put_back' : done ? 'import.fate.overwritten' : 'import.overwrite')
  return t(back ? 'import.fate.removed' : done ? 'import.fate.added' : 'import.take')
}

const columns = (
  state: ImportState,
  open: boolean,
  onChoose: (row: ImportRow, c: RowChoice) => void,
  onCorrect: (row: ImportRow) => void,
): Column<ImportRow>[] => [
  { head: t('import.row'), cell: (row) => <What row={row} /> },
  { head: t('import.place'), className: 'mg-mono mg-dim import-place', cell: (row) => placeText(row.place) },
  {
    head: t('import.what'),
    className: 'import-what',
    cell: (row) =>
      open && (row.verdict === 'new' || row.verdict === 'changed') ? (
        <NativeSelect
          small
          aria-label={t('import.choice-of', { name: row.label })}
          value={row.choice}
          options={[
            ...(row.verdict === 'changed' && row.choice === 'ask'
              ? [{ value: 'ask' as const, label: t('import.ask') }]
              : []),
            { value: 'take', label: t(row.verdict === 'changed' ? 'import.overwrite' : 'import.take') },
            { value: 'skip', label: t('import.skip') },
          ]}
          onChange={(value) => onChoose(row, value)}
        />
      ) : open && row.wrong ? (
        <Button size="small" aria-label={t('import.correct-title', { name: row.label })} onClick={() => onCorrect(row)}>
          {t('import.correct')}
        </Button>
      ) : (
        <span className="mg-dim">{deedOf(state, row)}</span>
      ),
  },
]

/** A value as its field says it: a reference by name, a day as people write it. */
function Stored({ of, path, value }: { of: string; path: ReadableChange['path']; value: unknown }) {
  const line = referencedResource(of)
  const field = path.length === 1 ? String(path[0]) : ''
  const kind = line && field ? fieldOf(line, field) : undefined
  if (!line || !kind || isEmptyValue(value) || !said.has(kind.kind)) return <>{valueText(value, of)}</>
  if (kind.kind !== 'ref') return <>{textOfValue(line, field, kind, value)}</>
  return <PickedNames to={kind.to} ids={(Array.isArray(value) ? value : [value]).map(String)} />
}
const said: ReadonlySet<string> = new Set(['ref', 'date', 'time', 'one', 'flag', 'number', 'size'])

/** A row with what it would change, and why it was refused. */
function What({ row }: { row: ImportRow }) {
  return (
    <>
      <div className="import-label">{row.label}</div>
      <div className="mg-faint">{row.person ? personText(row.person) : resourceText(row.resource)}</div>
      {row.difference.length > 0 && (
        <dl className="import-difference">
          {row.difference.flatMap(readableChangesOf).map((d) => (
            <div key={d.path.join('.')}>
              <dt>{fieldText(row.resource, d.path.join('.'))}</dt>
              <dd>
                <del title={t('import.before')}>
                  <Stored of={row.resource} path={d.path} value={d.before} />
                </del>{' '}
                <ins title={t('import.after')}>
                  <Stored of={row.resource} path={d.path} value={d.after} />
                </ins>
              </dd>
            </div>
          ))}
          {row.rights && <Rights rights={row.rights} />}
        </dl>
      )}
      <Reasons row={row} />
    </>
  )
}

/** Screens that are named one by one. */
const mostScreens = 8
const screensText = (names: readonly string[]): string => {
  const titles = names.slice(0, mostScreens).map((name) => tOr([`screen.${name}`], name))
  const more = names.length - titles.length
  return format.list(more > 0 ? [...titles, t('import.more-screens', { n: more })] : titles)
}

/** The screens that go and come with another role. */
function Rights({ rights: { gained, lost } }: { rights: NonNullable<ImportRow['rights']> }) {
  if (gained.length + lost.length === 0) return null
  return (
    <div>
      <dt>{t('import.rights')}</dt>
      <dd>
        {lost.length > 0 && <del title={t('import.rights-lost')}>{screensText(lost)}</del>}{' '}
        {gained.length > 0 && <ins title={t('import.rights-gained')}>{screensText(gained)}</ins>}
      </dd>
    </div>
  )
}

/** Where a question that has the title of a row is looked at. */
const questionPages: Partial<Record<string, 'theory-edit' | 'flags-solve-edit'>> = {
  'theory-question': 'theory-edit',
  'flag-challenge': 'flags-solve-edit',
}

/** Why a row was refused; of any other, what it leaves behind, folded away while the plan is looked over. */
function Reasons({ row }: { row: ImportRow }) {
  const { visible } = useAccess()
  const left = row.reasons.filter((r) => r.rule.startsWith('note_')).length
  if (!row.reasons.length) return null
  const list = row.reasons.map((r) => {
    const text = reasonText(row.resource, r)
    const page = r.rule === 'note_title' ? questionPages[row.resource] : undefined
    const id = r.params?.['id']
    return (
      <div className={left === row.reasons.length ? 'import-note' : 'import-reason'} key={text}>
        {text}{' '}
        {page && typeof id === 'string' && visible.has(page) && (
          <Link to={href(page, { id })}>{t('import.open-namesake')}</Link>
        )}
      </div>
    )
  })
  if (left < row.reasons.length || left === 1) return <>{list}</>
  return (
    <details className="import-notes">
      <summary>
        {t('import.notes')} <span className="mg-faint">{left}</span>
      </summary>
      {list}
    </details>
  )
}

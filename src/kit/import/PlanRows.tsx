import { useSearchParams } from 'react-router-dom'
import type { RowChoice, RowVerdict } from '../../contract/import/import.ts'
import type { ImportPackage, ImportRow } from '../../contract/import/import.schema.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { toast } from '../../ui/toast.ts'
import { useRead, useWrite } from '../data/api.ts'
import { placeText, reasonTexts, valueText } from './words.ts'

const size = 50

/** Rows of one verdict, with the choice for each where there is one. */
export function PlanRows({ plan, verdict }: { plan: ImportPackage; verdict: RowVerdict }) {
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
    query: { verdict, page, page_size: size },
  })
  const [choose] = useWrite('PUT /imports/:id/choice')
  const open = plan.can.includes('choose')
  const choice = (which: { rows: number[] } | { verdict: RowVerdict }, value: RowChoice) =>
    void choose({ params: { id: plan.id }, body: { version: plan.version, choice: value, ...which } }).catch(
      (e: unknown) => {
        toast.problem(e)
        refetch()
      },
    )

  if (error && !data) return <ProblemView problem={error} onRetry={refetch} compact />
  if (!data) return <Loading kind="list" rows={6} />
  if (data.total === 0) return <Empty title={t('import.no-rows')} compact />
  return (
    <>
      <div className="import-about">
        <span className="mg-dim">{t(`import.verdict-about.${verdict}`)}</span>
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
      <div className="import-scroll">
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{t('import.row')}</th>
              <th scope="col">{t('import.place')}</th>
              <th scope="col">{t('import.what')}</th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((row) => (
              <Row key={row.n} row={row} open={open} onChoose={(value) => choice({ rows: [row.n] }, value)} />
            ))}
          </tbody>
        </table>
      </div>
      {data.total > size && (
        <div className="import-pages">
          <span className="mg-faint mg-num">
            {t('import.page-of', {
              from: format.number((page - 1) * size + 1),
              to: format.number(Math.min(page * size, data.total)),
              total: format.number(data.total),
            })}
          </span>
          <Button size="small" disabled={page === 1} onClick={() => turn(page - 1)}>
            {t('import.previous')}
          </Button>
          <Button size="small" disabled={page * size >= data.total} onClick={() => turn(page + 1)}>
            {t('import.next')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ row, open, onChoose }: { row: ImportRow; open: boolean; onChoose(c: RowChoice): void }) {
  return (
    <tr>
      <td>
        <div className="import-label">{row.label}</div>
        <div className="mg-faint">{tOr([`import.resource.${row.resource}`], row.resource)}</div>
        {row.difference.length > 0 && (
          <dl className="import-difference">
            {row.difference.map((d) => (
              <div key={d.field}>
                <dt>{tOr([`${row.resource}.field.${d.field}`], d.field)}</dt>
                <dd>
                  <del title={t('import.before')}>{valueText(d.before)}</del>{' '}
                  <ins title={t('import.after')}>{valueText(d.after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {reasonTexts(row).map((text) => (
          <div className="import-reason" key={text}>
            {text}
          </div>
        ))}
      </td>
      <td className="mg-mono mg-dim import-place">{placeText(row.place)}</td>
      <td>
        {open && (row.verdict === 'new' || row.verdict === 'changed') ? (
          <select
            className="import-choice"
            aria-label={t('import.choice-of', { name: row.label })}
            value={row.choice}
            onChange={(e) => onChoose(e.target.value as RowChoice)}
          >
            {row.verdict === 'changed' && row.choice === 'ask' && <option value="ask">{t('import.ask')}</option>}
            <option value="take">{t(row.verdict === 'changed' ? 'import.overwrite' : 'import.take')}</option>
            <option value="skip">{t('import.skip')}</option>
          </select>
        ) : (
          <span className="mg-dim">
            {row.verdict === 'refused' || row.verdict === 'same' || row.choice === 'skip'
              ? t('import.skip')
              : t(row.verdict === 'changed' ? 'import.overwrite' : 'import.take')}
          </span>
        )}
      </td>
    </tr>
  )
}

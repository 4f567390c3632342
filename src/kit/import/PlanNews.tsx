/** What has become of an import: applied, undone, refused, or no longer what was previewed. */
import type { ImportPackage, PlanDrift } from '../../contract/import/import.schema.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { PlanAudience } from './PlanAudience.tsx'
import { planDetailNumber, reasonText, rowsLeftByUndo, readingText, resourceText } from './words.ts'

/** Figures that a problem's sentence speaks of. */
const problemValues = (details: ImportPackage['details']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  )

/** @param refused digest of the plan that the viewer wanted to apply and that did not hold any more */
export function PlanNews({ plan, refused }: { plan: ImportPackage; refused: string | undefined }) {
  const { state, problem, details, since, interrupted, cancelled_by } = plan
  // until the new plan has come, the old one is still on the page
  const now = refused !== undefined && refused !== plan.digest
  const code = details?.['code']
  const entry = details?.['entry']
  const names = details?.['names_as']
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server tells both figures of a limit
  const limit = details?.['limit'] as { max: number; used: number } | undefined
  return (
    <>
      {state === 'applied' && (
        <p className="import-outcome">
          {t('import.applied', {
            created: planDetailNumber(plan, 'created'),
            overwritten: planDetailNumber(plan, 'overwritten'),
          })}{' '}
          {plan.counts.refused > 0 && t('import.refused-were', { n: plan.counts.refused })}
        </p>
      )}
      {state === 'planned' && <Notes plan={plan} />}
      {state === 'undone' && (
        <p className="import-outcome">
          {t('import.undone', {
            removed: planDetailNumber(plan, 'removed'),
            restored: planDetailNumber(plan, 'restored'),
            kept: rowsLeftByUndo(plan),
          })}
        </p>
      )}
      {problem && (
        <Panel className="import-problem">
          <StatusTag word="failed" tone="bad" label={tOr([`problem.${problem}`], problem, problemValues(details))} />{' '}
          {typeof code === 'string' ? readingText(code, details) : typeof entry === 'string' && entry}
        </Panel>
      )}
      {state === 'interrupted' && interrupted && (
        <div className="import-changed" role="alert">
          <p>
            <strong>
              {t(`import.interrupted.${interrupted.to}`, { done: interrupted.done, left: interrupted.left })}
            </strong>{' '}
            {tOr([`import.cause.${interrupted.cause}`, `problem.${interrupted.cause}`], interrupted.cause)}{' '}
            {t('import.interrupted-next')}
          </p>
        </div>
      )}
      {state === 'planned' && cancelled_by && (
        <p className="import-outcome">{t('import.cancelled', { name: cancelled_by })}</p>
      )}
      {state === 'planned' && typeof names === 'string' && (
        <p className="import-outcome">{t('import.names', { page: tOr([`import.names.${names}`], names) })}</p>
      )}
      {plan.set && state !== 'failed' && (
        <p className="import-outcome">{t('import.into.set', { name: plan.set.name })}</p>
      )}
      <PlanAudience plan={plan} />
      {state === 'planned' && limit && (
        <div className="import-changed" role="alert">
          <p>
            <strong>{t('import.over_limit', { ...limit, n: plan.counts.new })}</strong>
          </p>
        </div>
      )}
      {state === 'planned' && (now || since) && <Changed refused={now} since={since} />}
    </>
  )
}

/** What entries leave behind, by kind: it is read before the plan is applied. */
function Notes({ plan }: { plan: ImportPackage }) {
  const all = plan.resources.flatMap(({ resource, notes = [] }) => notes.map((note) => ({ resource, ...note })))
  if (!all.length) return null
  return (
    <details className="import-notes">
      <summary>
        {t('import.notes')} <span className="mg-faint">{all.length}</span>
      </summary>
      <ul>
        {all.map(({ resource, rows, first }) => (
          <li key={`${resource} ${first.rule}`}>
            {t('import.notes-some', { n: rows, note: reasonText(resource, first) })}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What came out otherwise when the plan was compared again, to be looked at before it is applied. */
function Changed({ refused, since }: { refused: boolean; since: PlanDrift | undefined }) {
  return (
    <div className="import-changed" role="alert">
      <p>
        <strong>{t(refused ? 'import.changed-refused' : 'import.changed')}</strong>{' '}
        {since
          ? t('import.changed-since', { at: format.dateTime(since.at), n: since.rows })
          : t('import.changed-choice')}
      </p>
      {since && (
        <ul>
          {since.moves.map(({ before, now, rows }) => (
            <li key={`${before} ${now}`}>
              {t(before === now ? 'import.changed-again' : 'import.changed-move', {
                n: rows,
                before: t(`import.verdict.${before}`),
                now: t(`import.verdict.${now}`),
              })}{' '}
              <span className="mg-dim">
                {since.first
                  .filter((r) => r.before === before && r.now === now)
                  .map((r) => `${r.label} (${resourceText(r.resource)})`)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

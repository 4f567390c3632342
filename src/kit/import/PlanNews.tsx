/** What has become of an import: applied, undone, refused, or no longer what was previewed. */
import { Link, useNavigate } from 'react-router-dom'
import type { ImportPackage, PlanDrift } from '../../contract/import/import.schema.ts'
import { lacksHeadings } from '../../contract/import/reading.ts'
import { belongsTo, importQuery, importScreens } from '../../contract/import/screens.ts'
import { importTables, type TableKind, tableKinds } from '../../contract/import/template.ts'
import { isOneOf } from '../../contract/lib/typed.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t, tOr, useLocale } from '../../i18n/index.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { useWrite } from '../data/api.ts'
import { useMayChange } from '../session/access.ts'
import { PlanAudience } from './PlanAudience.tsx'
import { Sample } from './Sample.tsx'
import { planDetailNumber, planProblemText, reasonText, rowsLeftByUndo, resourceText, unreadText } from './words.ts'

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
  const names = details?.['names_as']
  const place = problem ? belongsTo(plan) : undefined
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
      {state === 'planned' && <Reasons plan={plan} of="refusals" />}
      {state === 'planned' && <Reasons plan={plan} of="notes" />}
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
          {planProblemText(plan)}
          {place && <Elsewhere plan={plan} place={place} />}
          {isOneOf(tableKinds, plan.kind) && plan.files.some(lacksHeadings) && <Headings of={plan.kind} />}
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
      {(state === 'planned' || state === 'applied') && <Unread plan={plan} />}
      {plan.set && state !== 'failed' && (
        <p className="import-outcome">
          {t(plan.kind === 'courses' ? 'import.into.course' : 'import.into.set', { name: plan.set.name })}
        </p>
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

/** Columns of its tables that nobody knows, once for each table. */
function Unread({ plan }: { plan: ImportPackage }) {
  return plan.files
    .filter((f) => f.unread?.length)
    .map((f) => (
      <p key={f.name} className="import-changed">
        {plan.files.length > 1 && `${f.name} · `}
        {unreadText(f.unread)}
      </p>
    ))
}

/** What the headings of a table may be, and a table that has them. */
function Headings({ of }: { of: TableKind }) {
  const names = importTables[of].headings(useLocale())
  return (
    <div className="import-next">
      <span>{t('import.headings', { names: names.join(t('import.or')) })}</span>
      <Sample of={of} />
    </div>
  )
}

/** The way of a file to the page it belongs to: it is planned there, or where its upload is gone, chosen again. */
function Elsewhere({ plan, place }: { plan: ImportPackage; place: NonNullable<ReturnType<typeof belongsTo>> }) {
  const go = useNavigate()
  const screens = place === 'topology' ? (['topology-manage'] as const) : importScreens[place]
  const may = useMayChange(...screens)
  const [make, { busy }] = useWrite('POST /imports')
  if (!may) return null
  const title = t(`screen.${screens[0]}`)
  const to = (id?: string) => href(screens[0], undefined, place === 'topology' ? {} : importQuery(place, id))
  const { upload_id } = plan
  const move = async () => {
    if (place === 'topology' || upload_id === undefined) return
    try {
      const { id } = await make({ body: { upload_id, kind: place } })
      void go(to(id))
    } catch (e) {
      toast.problem(e)
      void go(to())
    }
  }
  return (
    <div className="import-next">
      {place === 'topology' || place === 'courses' || upload_id === undefined ? (
        <Link to={to()}>{t('import.elsewhere-open', { title })}</Link>
      ) : (
        <Button icon="import" busy={busy} onClick={() => void move()}>
          {t('import.elsewhere', { title })}
        </Button>
      )}
    </div>
  )
}

/** What entries leave behind and why others are refused, by kind: it is read before the plan is applied. */
function Reasons({ plan, of }: { plan: ImportPackage; of: 'notes' | 'refusals' }) {
  const all = plan.resources.flatMap((r) => (r[of] ?? []).map((one) => ({ resource: r.resource, ...one })))
  if (!all.length) return null
  return (
    <details className="import-notes" open={of === 'refusals'}>
      <summary>
        {t(`import.${of}`)} <span className="mg-faint">{all.length}</span>
      </summary>
      <ul>
        {all.map(({ resource, rows, first }) => (
          <li key={`${resource} ${first.path} ${first.rule}`}>
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

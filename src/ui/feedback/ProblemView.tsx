import './ProblemView.css'
import { format, t, tOr } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../input/Button.tsx'
import { Copyable } from '../data/Copyable.tsx'
import { Icon } from '../icon/Icon.tsx'
import { NoRight } from '../layout/NoRight.tsx'

interface ProblemViewProps {
  /** An AppProblem or anything that was thrown. */
  problem: unknown
  onRetry?: (() => void) | undefined
  compact?: boolean | undefined
}

/** The sentence of a problem in the viewer's language. */
export function problemText(raw: unknown): string {
  const problem = problemOf(raw)
  const { retry_after: seconds } = problem
  return problemCodeText(seconds ? { ...problem, details: { ...problem.details, seconds } } : problem)
}

/** The sentence of a code with its figures and names: of a problem, or of one entry of a bulk answer. */
export function problemCodeText({
  code,
  details,
}: {
  code: string
  details?: AppProblem['details'] | undefined
}): string {
  const names: unknown = details?.['names']
  const seconds = Number(details?.['seconds'] ?? 0)
  if (code === 'too_many' && seconds > 0) return t('problem.too_many_wait', { seconds })
  const owner: unknown = details?.['owner']
  if (code === 'not_shared' && typeof owner === 'string' && owner) return t('problem.not_shared_by', { owner })
  const screen = code === 'read_only_right' ? tOr([`screen.${String(details?.['screen'])}`], '') : ''
  if (screen) return t('problem.read_only_screen', { screen })
  if (code === 'in_use' && Array.isArray(names)) {
    const n = Number(details?.['n'] ?? names.length)
    return names.length
      ? t('problem.in_use_by', { names: format.list(names.map((v) => `“${String(v)}”`)), more: n - names.length, n })
      : t('problem.in_use_hidden', { n })
  }
  const reason: unknown = details?.['reason']
  const said = code === 'quota_full' && typeof reason === 'string' ? [`problem.${code}.${reason}`] : []
  return tOr([...said, `problem.${code}`], t('problem.unknown'), {
    ...valuesOf(details),
    ...(froms.has(code) && typeof details?.['at'] === 'string' ? { at: format.dateTimeFrom(details['at']) } : {}),
  })
}
/** Problems that say from when on it may be done. */
const froms: ReadonlySet<string> = new Set(['too_early_to_hand_in', 'registration_later'])

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** Figures and names of a problem for its sentence; instants as people read them. */
const valuesOf = (details: AppProblem['details'] = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details).flatMap<[string, string | number]>(([name, v]) =>
      typeof v === 'number'
        ? [[name, name.endsWith('_bytes') ? format.size(v) : v]]
        : typeof v === 'string'
          ? [[name, instant.test(v) ? format.dateTime(v) : v]]
          : Array.isArray(v) && v.every((one) => typeof one === 'string')
            ? [[name, format.list(v.map((one) => `“${one}”`))]]
            : [],
    ),
  )

export function ProblemView({ problem: raw, onRetry, compact }: ProblemViewProps) {
  const problem = problemOf(raw)
  // asking again would be refused again
  if (!compact && problem.code === 'no_operation_permission') return <NoRight />
  if (!compact && problem.code === 'module_not_licensed') return <NoRight why="licence" />
  return (
    <div className={`mg-problem${compact ? ' mg-problem-compact' : ''}`} role="alert">
      <Icon name="warn" size={compact ? 16 : 20} className="mg-problem-icon" />
      <div className="mg-problem-words">
        {!compact && <p className="mg-problem-title">{tOr([`problem.title.${problem.code}`], t('problem.title'))}</p>}
        <p>{problemText(problem)}</p>
        {problem.request_id && (
          <p className="mg-problem-request">
            <Copyable text={problem.request_id}>{t('problem.request', { id: problem.request_id })}</Copyable>
          </p>
        )}
      </div>
      {onRetry && problem.status !== 403 && (
        <Button size={compact ? 'small' : 'default'} icon="refresh" onClick={onRetry}>
          {t('problem.retry')}
        </Button>
      )}
    </div>
  )
}

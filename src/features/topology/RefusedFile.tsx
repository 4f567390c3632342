import { textPositionOf } from '../../contract/topology/import/report.ts'
import type { AppProblem } from '../../lib/problem.ts'
import { t, tOr } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { problemText } from '../../ui/feedback/ProblemView.tsx'
import { messageValues } from './import.logic.ts'

/** Why a file was not read, and where in it. */
export function RefusedFile({ file, problem }: { file: string; problem: AppProblem }) {
  const { reason, place } = problem.details ?? {}
  const why =
    problem.code === 'topology_refused' && typeof reason === 'string'
      ? tOr([`topology.refused.${reason}`], problemText(problem), messageValues(problem.details))
      : problemText(problem)
  const at = typeof place === 'string' ? textPositionOf(place) : undefined
  return (
    <div className="topology-refused" role="alert">
      <Icon name="bad" />
      <div>
        <p>
          <strong>{file}</strong> {why}
        </p>
        {typeof place === 'string' && place !== '' && (
          <p className="mg-hint">
            {t('topology.at_place')}{' '}
            {at ? (
              t(at.column ? 'topology.at_column' : 'topology.at_line', { line: at.line, column: at.column ?? '' })
            ) : (
              <code>{place}</code>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

import { t, tOr } from '../../../i18n/index.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { driverReasonText, refusalText } from '../card/words.ts'
import { unfitOf } from './start.logic.ts'

/** More is read in the editor. */
const most = 6
function whyOf(node: string, code: string, params?: Record<string, string | number>): string {
  if (code === 'no_nodes') return t('scene.unfit.no_nodes')
  const why = tOr([`editor.finding.${code}`], refusalText(code), params)
  return node ? t('scene.unfit.other', { node, why }) : why
}

/** Why it was not made: a topology that is not fit says what is wrong with which node. */
export function StartRefusal({ problem }: { problem: AppProblem }) {
  const unfit = unfitOf(problem)
  const away = problem.code === 'driver_unavailable' ? problem.details?.['reason'] : undefined
  return (
    <>
      <ProblemView compact problem={problem} />
      {typeof away === 'string' && <p className="st-unfit">{driverReasonText(away)}</p>}
      {unfit.length > 0 && (
        <ul className="st-unfit">
          {unfit.slice(0, most).map(({ node, code, params }, n) => (
            <li key={`${n} ${code}`}>{whyOf(node, code, params)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

import { t } from '../../../i18n/index.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { driverReasonText, refusalText } from '../card/words.ts'
import { unfitOf } from './start.logic.ts'

/** Why it was not made: a topology that is not fit says what is wrong with which node. */
export function Refused({ problem }: { problem: AppProblem }) {
  const unfit = unfitOf(problem)
  const away = problem.code === 'driver_unavailable' ? problem.details?.['reason'] : undefined
  return (
    <>
      <ProblemView compact problem={problem} />
      {typeof away === 'string' && <p className="st-unfit">{driverReasonText(away)}</p>}
      {unfit.length > 0 && (
        <ul className="st-unfit">
          {unfit.map(({ node, code }) => (
            <li key={`${node} ${code}`}>
              {code === 'no_nodes'
                ? t('scene.unfit.no_nodes')
                : t('scene.unfit.other', { node, why: refusalText(code) })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

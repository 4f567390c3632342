import { problemCodeText } from '../../ui/feedback/ProblemView.tsx'
import { type BulkReason, blockingRowsOf } from './bulk.logic.ts'
import { Holders } from './Holders.tsx'

/** Why entries were held back, reason by reason. */
export function Reasons({ reasons, named }: { reasons: readonly BulkReason[]; named: boolean }) {
  return (
    <ul>
      {reasons.map((r) => (
        <li key={`${r.code} ${r.names[0]}`}>
          {problemCodeText(r)} {named && <span className="mg-dim">{r.names.join(', ')}</span>}
          <Holders holders={blockingRowsOf(r.details)} />
        </li>
      ))}
    </ul>
  )
}

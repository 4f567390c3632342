import type { flagContest } from '../../../contract/contest/flagContest.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import type { Row } from '../../../kit/resource/words.ts'
import { KeptCertificates } from '../../../parts/certificate/KeptCertificates.tsx'

/** Certificates of a contest for its staff. */
export default function ContestCertificates({ rows: [row], onClose }: ActionDialogProps<Row<typeof flagContest>>) {
  return row ? (
    <KeptCertificates kind="contest" id={row.id} name={row.name} keeps={row.can.includes('judge')} onClose={onClose} />
  ) : null
}

import type { course } from '../../../contract/course/course.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import type { Row } from '../../../kit/resource/words.ts'
import { KeptCertificates } from '../../../parts/certificate/KeptCertificates.tsx'

/** Certificates of a course for its keepers. */
export default function CertificatesRow({ rows: [row], onClose }: ActionDialogProps<Row<typeof course>>) {
  return row ? <KeptCertificates kind="course" id={row.id} name={row.name} onClose={onClose} /> : null
}

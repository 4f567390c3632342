import type { course } from '../../../contract/course/course.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import type { Row } from '../../../kit/resource/words.ts'
import PublishDialog from './PublishDialog.tsx'

/** Publishing from the list. */
export default function PublishRow({ rows: [row], onClose }: ActionDialogProps<Row<typeof course>>) {
  return row ? <PublishDialog course={row} onClose={onClose} /> : null
}

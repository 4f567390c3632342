import type { Paper } from '../../../contract/bank/paper.schema.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import SheetDialog from './SheetDialog.tsx'

/** Of a row of the list. */
export default function RowSheet({ rows, onClose }: ActionDialogProps<Paper>) {
  const [row] = rows
  return row ? <SheetDialog paper={row} first={row.variants[0]?.id ?? ''} onClose={onClose} /> : null
}

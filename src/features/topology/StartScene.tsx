import type { ActionDialogProps } from '../../kit/action/action.ts'
import { StartDialog } from '../../parts/scene/start/StartDialog.tsx'

export default function StartScene({ rows: [row], onClose }: ActionDialogProps<{ id: string; name: string }>) {
  return row ? <StartDialog topology={row} onClose={onClose} /> : null
}

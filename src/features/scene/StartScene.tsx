import type { ActionDialogProps } from '../../kit/action/action.ts'
import { StartDialog } from '../../parts/scene/start/StartDialog.tsx'

export default function StartScene({ onClose }: ActionDialogProps<unknown>) {
  return <StartDialog onClose={onClose} />
}

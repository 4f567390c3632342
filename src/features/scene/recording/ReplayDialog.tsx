/** Shows one recording: plays a terminal or a desktop, shows a picture. */
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import Replay from '../../../parts/scene/replay/Replay.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

export default function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useRead('GET /recordings/:id', { params: { id } })
  const name = row ? t('recording.title', { node: row.node_name, scene: row.scene_name }) : t('recording.open')
  return (
    <Dialog open size="wide" title={name} onClose={onClose}>
      {row ? (
        <Replay source={{ recording: row.id }} kind={row.kind} seconds={row.seconds} bytes={row.bytes} name={name} />
      ) : error ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Dialog>
  )
}

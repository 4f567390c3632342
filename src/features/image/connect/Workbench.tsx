import { useMemo, useState } from 'react'
import type { Image } from '../../../contract/image/image.schema.ts'
import { t } from '../../../i18n/index.ts'
import { SceneBar } from '../../../parts/scene/card/SceneBar.tsx'
import { ConsoleDesk } from '../../../parts/scene/console/ConsoleDesk.tsx'
import { useScene, useWatched } from '../../../parts/scene/life/use.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { mayKeep } from './connect.logic.ts'
import { DiscardButton } from './DiscardButton.tsx'
import { KeepDialog } from './KeepDialog.tsx'

/** The machine and its console, with the two ways out. */
export function Workbench({ row, scene: id }: { row: Image; scene: string }) {
  const [keeping, setKeeping] = useState(false)
  const ids = useMemo(() => [id], [id])
  useWatched(ids)
  const { scene } = useScene(id)
  const [node] = scene?.nodes ?? []
  return (
    <>
      <div className="image-connect-bar">
        <SceneBar id={id} />
        <span className="image-connect-ways">
          <Button
            size="small"
            tone="primary"
            icon="check"
            disabled={!mayKeep(scene?.status)}
            title={mayKeep(scene?.status) ? undefined : t('image.keep_later')}
            onClick={() => setKeeping(true)}
          >
            {t('image.keep')}
          </Button>
          <DiscardButton row={row} />
        </span>
      </div>
      {row.bench?.reason && (
        <p className="image-connect-failed mg-error" role="alert">
          <Icon name="bad" /> {t(`image.bench_reason.${row.bench.reason}`)}
        </p>
      )}
      {scene ? (
        <ConsoleDesk
          scene={scene}
          first={node && { node: node.id, kind: node.consoles.includes('desktop') ? 'desktop' : 'terminal' }}
        />
      ) : (
        <Loading />
      )}
      {keeping && <KeepDialog row={row} onClose={() => setKeeping(false)} />}
    </>
  )
}

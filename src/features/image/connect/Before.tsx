import { useState } from 'react'
import type { Image } from '../../../contract/image/image.schema.ts'
import { image } from '../../../contract/image/image.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { optionOf } from '../../../kit/resource/words.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { shareOf, ImageStatusLine } from '../Standing.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import type { ConnectPhase } from './connect.logic.ts'

/** The page while no machine of the viewer's own runs: what would be started, who has it, or how far its saving is. */
export function Before({ row, phase }: { row: Image; phase: Exclude<ConnectPhase, 'working' | 'barred'> }) {
  const [connect, { busy }] = useWrite('POST /images/:id/connect')
  const [problem, setProblem] = useState<AppProblem>()
  const go = () => {
    setProblem(undefined)
    void connect({ params: { id: row.id } }).catch((e: unknown) => setProblem(problemOf(e)))
  }
  return (
    <div className="image-connect-before">
      <Panel>
        <div className="image-connect-words">
          <ImageStatusLine row={{ ...row, arriving: null }} />
          {phase === 'ready' && (
            <>
              <p>{t(row.status === 'saved' ? 'image.connect_saved' : 'image.connect_open')}</p>
              <KeyValue
                items={[
                  { key: 'os', label: t('image.field.os'), value: row.os_version || optionOf(image, 'os', row.os) },
                  { key: 'cpu', label: t('image.field.cpu'), value: format.number(row.cpu) },
                  { key: 'memory', label: t('image.field.memory'), value: format.size(row.memory * 2 ** 20) },
                  { key: 'uses', label: t('image.field.uses'), value: t('image.uses_n', { n: row.uses }) },
                ]}
              />
              {problem && <ProblemView compact problem={problem} />}
              <Button tone="primary" icon="play" busy={busy} onClick={go}>
                {t('image.connect_start')}
              </Button>
            </>
          )}
          {phase === 'saving' && (
            <>
              <p role="status">{t(row.bench ? 'image.connect_keeping' : 'image.file_saving')}</p>
              <ProgressBar value={row.bench ? undefined : shareOf(row)} label={t('image.status.saving')} />
            </>
          )}
          {phase === 'taken' && row.bench && (
            <>
              <p>
                <Icon name="lock" />{' '}
                {t('image.connect_taken', { name: row.bench.by_name, since: format.time(row.bench.at) })}
              </p>
              <DiscardButton row={row} />
            </>
          )}
          {phase === 'unfit' && <p>{t(row.type === 'installer' ? 'problem.image_disc' : 'image.connect_unfit')}</p>}
        </div>
      </Panel>
    </div>
  )
}

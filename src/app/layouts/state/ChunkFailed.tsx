import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'

/** A part of the app could not be loaded: try again, or take the newer version that may be the reason. */
export function ChunkFailed({ retry }: { retry: () => void }) {
  return (
    <div role="alert">
      <Empty
        icon="download"
        title={t('shell.chunk_failed')}
        action={
          <>
            <Button tone="primary" icon="refresh" onClick={retry}>
              {t('shell.retry')}
            </Button>
            <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
          </>
        }
      >
        {t('shell.chunk_failed_about')}
      </Empty>
    </div>
  )
}

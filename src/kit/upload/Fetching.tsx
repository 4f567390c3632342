/** A file of an image that the server fetches from an address: asked for, followed, cancelled. */
import { useState } from 'react'
import type { Arriving } from '../../contract/device/deposit.schema.ts'
import { limits } from '../../contract/limits.ts'
import { format, t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { useWrite } from '../data/api.ts'
import { useMe } from '../session/use.ts'
import { usePace } from './usePace.ts'
import { paceText } from './words.ts'

export function FetchForm({ target, keep }: { target: string; keep: boolean }) {
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<AppProblem>()
  const [fetchIt, { busy }] = useWrite('POST /deposits/fetch')
  const go = async () => {
    setProblem(undefined)
    try {
      await fetchIt({ body: { target, url: url.trim(), keep } })
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  const rule = problem?.details?.fields?.find((f) => f.path === 'url')
  return (
    <form
      className="kit-fetch"
      onSubmit={(e) => {
        e.preventDefault()
        void go()
      }}
    >
      <TextField
        label={t('upload.fetch_label')}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2048}
        value={url}
        hint={t('upload.fetch_hint', { max: format.size(limits.imageFetch) })}
        error={rule ? t('rule.url') : undefined}
        onChange={setUrl}
      />
      <Button type="submit" icon="download" busy={busy} disabled={url.trim() === ''}>
        {t('upload.fetch')}
      </Button>
      {problem && !rule && <ProblemView compact problem={problem} />}
    </form>
  )
}

export function Fetching({ arriving }: { arriving: NonNullable<Arriving> }) {
  const { name, host, size, received, state, failure, failure_details: details } = arriving
  const mine = useMe()?.resource_id === arriving.owner
  const [remove, { busy }] = useWrite('DELETE /deposits/:id')
  const failed = state === 'failed'
  const figures = Object.fromEntries(
    Object.entries(details).map(([k, v]) => [k, k === 'size' && typeof v === 'number' ? format.size(v) : v]),
  )
  const pace = usePace(received, size)
  return (
    <div className="kit-upload">
      <div className="kit-upload-name">
        <strong className="mg-ellipsis" title={name}>
          {t('upload.fetch_of', { name, host })}
        </strong>
        {!failed && (
          <span className="mg-faint mg-num">
            {size ? t('upload.sent', { sent: format.size(received), size: format.size(size) }) : format.size(received)}
          </span>
        )}
      </div>
      {failed ? (
        <p className="mg-error" role="alert">
          <Icon name="bad" /> {t(`upload.failure.${failure ?? 'unreachable'}`, figures)}
        </p>
      ) : (
        <ProgressBar
          value={size ? received / size : undefined}
          label={t('upload.fetch_of', { name, host })}
          showValue
        />
      )}
      <div className="kit-upload-line">
        {!failed && (
          <span className="mg-dim mg-num" role="status">
            {paceText(pace, t('upload.fetch_waiting', { host }))}
          </span>
        )}
        {mine && (
          <Button
            size="small"
            tone="quiet"
            icon={failed ? 'refresh' : 'close'}
            busy={busy}
            onClick={() => void remove({ params: { id: arriving.id } }).catch(() => undefined)}
          >
            {t(failed ? 'upload.fetch_again' : 'upload.give_up')}
          </Button>
        )}
      </div>
    </div>
  )
}

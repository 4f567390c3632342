import './picture.css'
import { useEffect, useRef, useState } from 'react'
import { type PictureRule, type PictureUse, pictureUses } from '../../contract/picture/picture.ts'
import { format, t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { pictureRefusalText } from './refusal.ts'
import { useSendPicture } from './useSendPicture.ts'
import { usePicture } from './usePicture.ts'

interface PictureControlProps {
  id: string
  use: PictureUse
  /** Name in the store, or empty. */
  value: string
  disabled: boolean
  describedBy: string | undefined
  onChange: (name: string) => void
  onLeave: () => void
}
type Phase = { at: 'still' } | { at: 'sending'; share: number } | { at: 'refused'; problem: AppProblem }

const accept = { png: ['.png'], jpg: ['.jpg', '.jpeg'], gif: ['.gif'] } as const

/** A picture that is chosen, dropped, looked at and taken away again. It is uploaded at once; the form keeps its name. */
export function PictureControl({ id, use, value, disabled, describedBy, onChange, onLeave }: PictureControlProps) {
  const rule: PictureRule = pictureUses[use]
  const at = usePicture()
  const send = useSendPicture()
  const [phase, turn] = useState<Phase>({ at: 'still' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const take = async (file: File) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    turn({ at: 'sending', share: 0 })
    try {
      const made = await send(use, file, {
        signal: stop.signal,
        onProgress: (sent, total) => turn({ at: 'sending', share: total ? sent / total : 0 }),
      })
      turn({ at: 'still' })
      onChange(made.id)
    } catch (e) {
      if (stop.signal.aborted) return
      turn({ at: 'refused', problem: problemOf(e) })
    }
    onLeave()
  }

  return (
    <div className="kit-picture" aria-describedby={describedBy}>
      {value !== '' && (
        <div className="kit-picture-now">
          <img className={`kit-picture-${use}`} src={at(value)} alt={t('kit.picture.now')} />
          <Button size="small" icon="trash" disabled={disabled} onClick={() => onChange('')}>
            {t('kit.picture.remove')}
          </Button>
        </div>
      )}
      <FileDrop
        id={id}
        accept={rule.types.flatMap((type) => accept[type])}
        max={rule.max}
        min={rule.min}
        disabled={disabled || phase.at === 'sending'}
        onFiles={([file]) => file && void take(file)}
        hint={ruleWords(rule)}
      />
      {phase.at === 'sending' && <ProgressBar label={t('kit.picture.sending')} value={phase.share} />}
      {phase.at === 'refused' && (
        <p className="mg-error" role="alert">
          <Icon name="bad" />
          {pictureRefusalText(phase.problem)}
        </p>
      )}
    </div>
  )
}

function ruleWords({ types, min, max, exactly }: PictureRule): string {
  const words = { types: format.list(types.map((type) => type.toUpperCase())), max: format.size(max) }
  return exactly
    ? t('kit.picture.rule_exactly', { ...words, ...exactly })
    : t('kit.picture.rule', { ...words, min: format.size(min) })
}

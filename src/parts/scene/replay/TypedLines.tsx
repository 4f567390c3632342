/** What was typed in a recording, as text to go to. */
import { format, t } from '../../../i18n/index.ts'

interface TypedProps {
  /** Seconds of playing. */
  marks: readonly { at: number; text: string }[]
  at: number
  seek: (at: number) => void
}

export function TypedLines({ marks, at, seek }: TypedProps) {
  const here = marks.findLastIndex((m) => m.at <= at)
  return (
    <section className="replay-typed" aria-label={t('replay.typed')}>
      <h3 className="mg-label">{t('replay.typed')}</h3>
      {marks.length === 0 && <p className="mg-faint">{t('replay.typed_none')}</p>}
      <ol>
        {marks.map((m, i) => (
          <li key={`${i} ${m.at}`}>
            <button type="button" aria-current={i === here ? 'true' : undefined} onClick={() => seek(m.at)}>
              <span className="mg-num mg-faint">{format.clock(m.at)}</span>
              <code className="mg-mono">{m.text}</code>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

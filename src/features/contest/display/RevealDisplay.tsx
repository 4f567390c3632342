import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Fed } from '../../../kit/display/Fed.tsx'
import { Hall, HallNote } from './Hall.tsx'
import { RevealStage } from './RevealStage.tsx'

/** What was shown, step by step, as soon as it is shown. */
export function RevealDisplay({ id }: { id: string }) {
  const read = useRead('GET /contests/:id/reveal', { params: { id } }, { every: 5000 })
  return (
    <Hall id={id} of={read.data} variant="reveal">
      <Fed by={read}>
        {(shown) => (
          <div className="contest-hall-reveal">
            {shown.state === 'waiting' && <HallNote of={shown} />}
            <RevealStage
              rows={shown.rows}
              event={shown.event}
              otherwise={t(`contest-display.reveal_${shown.state === 'over' ? 'over' : 'waits'}`)}
            />
          </div>
        )}
      </Fed>
    </Hall>
  )
}

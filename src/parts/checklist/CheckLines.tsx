/** What is in order and what is still missing, a line each; from one that leads somewhere, the way there. */
import './checklist.css'
import { Icon } from '../../ui/icon/Icon.tsx'

type CheckState = 'ok' | 'warn' | 'bad'
interface CheckLine {
  what: string
  ok: boolean
  /** Without it nothing goes. */
  grave: boolean
  text: string
  names: readonly string[]
  way: (() => void) | undefined
}
interface CheckLinesProps {
  lines: readonly CheckLine[]
  /** How a line stands, for a reader. */
  stateText: (state: CheckState) => string
}

export const CheckLines = ({ lines, stateText }: CheckLinesProps) => (
  <ul className="checks">
    {lines.map((c) => {
      const state = c.ok ? 'ok' : c.grave ? 'bad' : 'warn'
      return (
        <li key={c.what} className={`mg-tone-${state}`}>
          <Icon name={state} />
          <span>
            <span className="mg-sr">{stateText(state)}</span>
            {c.way ? (
              <button type="button" className="check-way" onClick={c.way}>
                {c.text}
              </button>
            ) : (
              c.text
            )}
            {c.names.length > 0 && <span className="mg-dim"> · {c.names.join(' · ')}</span>}
          </span>
        </li>
      )
    })}
  </ul>
)

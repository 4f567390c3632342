/** Lines with the second at which each begins: chapters, or what is said. A click goes there; the one that is on is marked and kept in sight. */
import { useEffect, useRef } from 'react'
import { format } from '../../../../../i18n/index.ts'

export interface TimedLine {
  at: number
  text: string
}
interface TimedListProps {
  title: string
  lines: readonly TimedLine[]
  second: number
  language?: string
  /** It scrolls by itself. */
  tall?: boolean
  onGo: (second: number) => void
}
const lineAt = (lines: readonly TimedLine[], second: number): number =>
  lines.findLastIndex((l) => l.at <= second + 0.01)

export function TimedList({ title, lines, second, language, tall = false, onGo }: TimedListProps) {
  const on = lineAt(lines, second)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const box = list.current
    const line = box?.children[on]
    if (!tall || !box || !(line instanceof HTMLElement) || box.matches(':hover, :focus-within')) return
    // the list alone moves, not the page
    box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 3
  }, [on, tall])
  return (
    <details className="learn-timed" open={!tall}>
      <summary>{title}</summary>
      <ol ref={list} className={tall ? 'learn-timed-tall' : undefined} lang={language}>
        {lines.map((line, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines neither move nor change
          <li key={n}>
            <button type="button" aria-current={n === on ? 'true' : undefined} onClick={() => onGo(line.at)}>
              <span className="mg-num mg-faint">{format.clock(line.at)}</span> <span>{line.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}

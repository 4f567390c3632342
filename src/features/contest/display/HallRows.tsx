import type { ReactNode } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { pointsText } from '../words.ts'

interface Ranked {
  id: string
  name: string
  rank: number
  score: number
}
interface HallRowsProps<R> {
  rows: readonly R[]
  about?: (row: R) => ReactNode
  classOf?: (row: R) => string
}
/** Rows of a board to be read from afar. */
export const HallRows = <R extends Ranked>({ rows, about, classOf }: HallRowsProps<R>) => (
  <ol className="contest-hall-rows" aria-label={t('contest.tab.board')}>
    {rows.map((r) => (
      <li key={r.id} className={classOf?.(r)}>
        <span className="contest-hall-rank mg-num">
          <span className="mg-sr">{t('contest.board_rank')} </span>
          {format.number(r.rank)}
        </span>
        <span className="contest-hall-name">{r.name}</span>
        {about && <span className="mg-dim contest-hall-about">{about(r)}</span>}
        <strong className="contest-hall-score mg-num">{pointsText(r.score)}</strong>
      </li>
    ))}
  </ol>
)

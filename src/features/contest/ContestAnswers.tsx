import './running.css'
import type { ContestAsked } from '../../contract/contest/running.schema.ts'
import { t } from '../../i18n/index.ts'
import { Ago } from '../../ui/data/DateTime.tsx'

export function ContestAnswers({ of }: { of: ContestAsked['answers'] }) {
  if (!of.length) return null
  return (
    <ul className="contest-answers">
      {of.map((a) => (
        <li key={a.id}>
          <p className="contest-said-text">{a.text}</p>
          <p className="mg-faint contest-sub">
            {t(`judging.told.${a.told}`)} · <Ago at={a.at} />
            {a.by && <> · {a.by}</>}
          </p>
        </li>
      ))}
    </ul>
  )
}

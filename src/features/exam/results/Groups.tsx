/** Candidates by organisation and by variant, side by side on one scale. */
import type { GroupReport } from '../../../contract/exam/analysis.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Panel } from '../../../ui/Panel.tsx'
import '../../../ui/table.css'
import { points, share } from './figure.ts'
import { Telling } from './Telling.tsx'

interface GroupsProps {
  title: string
  what: string
  rows: readonly GroupReport[]
  score: number
  nameOf: (g: GroupReport) => string
}
export function Groups({ title, what, rows, score, nameOf }: GroupsProps) {
  const absent = rows.some((g) => g.absent > 0)
  const at = (n: number) => (score > 0 ? (100 * n) / score : 0)
  return (
    <Panel title={title} flush>
      <div className="result-scroll" tabIndex={0} role="group" aria-label={title}>
        <table className="mg-table result-groups">
          <thead>
            <tr>
              <th>{what}</th>
              <th className="result-num">{t('result.candidates')}</th>
              {absent && <th className="result-num">{t('result.absent')}</th>}
              <th className="result-num">{t('result.mean')}</th>
              <th className="result-num">{t('result.median')}</th>
              <th className="result-num">{t('result.deviation')}</th>
              <th>{t('result.spread')}</th>
              <th className="result-num">{t('result.consistency')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((g) => (
              <tr key={g.id}>
                <th scope="row">{nameOf(g)}</th>
                <td className="result-num mg-num">{format.number(g.candidates)}</td>
                {absent && <td className="result-num mg-num">{format.number(g.absent)}</td>}
                <td className="result-num mg-num">{points(g.mean)}</td>
                <td className="result-num mg-num">{points(g.median)}</td>
                <td className="result-num mg-num">{points(g.deviation)}</td>
                <td>
                  {g.mean !== null && g.least !== null && g.most !== null && (
                    <svg
                      className="result-spread"
                      viewBox="0 0 100 12"
                      preserveAspectRatio="none"
                      role="img"
                      aria-label={t('result.range', { from: points(g.least), to: points(g.most) })}
                    >
                      <line x1={0} x2={100} y1={6} y2={6} className="result-axis" />
                      <line x1={at(g.least)} x2={at(g.most)} y1={6} y2={6} className="result-reach" />
                      <line x1={at(g.mean)} x2={at(g.mean)} y1={1} y2={11} className="result-middle" />
                    </svg>
                  )}
                </td>
                <td className="result-num mg-num">
                  <Telling value={g.consistency} of={g.candidates} as={share} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

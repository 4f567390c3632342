/** Candidates by organisation and by variant, side by side on one scale. */
import type { GroupReport } from '../../../contract/exam/analysis.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { points, percentText } from './figure.ts'
import { Telling } from './Telling.tsx'

interface GroupsProps {
  title: string
  what: string
  rows: readonly GroupReport[]
  score: number
  nameOf: (g: GroupReport) => string
}
export function Groups({ title, what, rows, score, nameOf }: GroupsProps) {
  const at = (n: number) => (score > 0 ? (100 * n) / score : 0)
  return (
    <Panel title={title} flush>
      <Table
        name={title}
        className="result-groups"
        rows={rows}
        keyOf={(g) => g.id}
        columns={[
          { head: what, names: true, cell: nameOf },
          { head: t('result.candidates'), number: true, cell: (g) => format.number(g.candidates) },
          ...(rows.some((g) => g.absent > 0)
            ? [{ head: t('result.absent'), number: true, cell: (g: GroupReport) => format.number(g.absent) } as const]
            : []),
          { head: t('result.mean'), number: true, cell: (g) => points(g.mean) },
          { head: t('result.median'), number: true, cell: (g) => points(g.median) },
          { head: t('result.deviation'), number: true, cell: (g) => points(g.deviation) },
          { head: t('result.spread'), cell: (g) => <Spread of={g} at={at} /> },
          {
            head: t('result.consistency'),
            number: true,
            cell: (g) => <Telling value={g.consistency} of={g.candidates} as={percentText} />,
          },
        ]}
      />
    </Panel>
  )
}

/** From the least to the most, with the mean; nothing where nobody was. */
function Spread({ of: g, at }: { of: GroupReport; at: (points: number) => number }) {
  if (g.mean === null || g.least === null || g.most === null) return null
  return (
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
  )
}

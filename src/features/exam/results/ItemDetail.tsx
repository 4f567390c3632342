/** Who chose what: of the lower, the middle and the upper third of candidates. */
import type { ItemReport } from '../../../contract/exam/analysis.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { optionName } from './finding.ts'
import { points, percentText } from './figure.ts'

const parts = ['low', 'middle', 'high'] as const

export function ItemDetail({ of: i }: { of: ItemReport }) {
  const total = (c: ItemReport['choices'][number]) => c.low + c.middle + c.high
  const most = Math.max(1, ...i.choices.flatMap((c) => parts.map((p) => c[p])))
  return (
    <div className="result-detail">
      <KeyValue
        items={[
          { label: t('result.mean'), value: `${points(i.mean)} / ${format.number(i.score)}` },
          { label: t('result.deviation'), value: points(i.deviation) },
          { label: t('result.version'), value: format.number(i.version) },
          {
            label: t('result.in_bank'),
            value: t('result.in_bank_is', {
              n: i.bank.answers,
              share: percentText(i.bank.share === null ? null : 100 * i.bank.share),
            }),
          },
        ]}
      />
      {i.choices.length > 0 && (
        <Table
          name={t('result.choices_text')}
          rows={i.choices}
          keyOf={(c) => c.id}
          classOf={(c) => (c.right ? 'result-right' : undefined)}
          columns={[
            {
              head: t('result.option'),
              names: true,
              cell: (c) => (
                <>
                  {optionName(i, c.id)}
                  {c.text && `. ${c.text}`} {c.right && <strong>✓ {t('bank.right')}</strong>}
                </>
              ),
            },
            ...parts.map((p) => ({
              head: t(`result.third.${p}`),
              className: 'mg-num',
              cell: (c: (typeof i.choices)[number]) => (
                <span className="result-third">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * c[p]) / most} height={8} />
                  </svg>
                  {format.number(c[p])}
                </span>
              ),
            })),
            {
              head: t('result.all'),
              number: true,
              cell: (c) => `${format.number(total(c))} · ${percentText(i.sheets ? (100 * total(c)) / i.sheets : null)}`,
            },
          ]}
        />
      )}
    </div>
  )
}

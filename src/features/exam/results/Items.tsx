/** Each question with its figures and what they say; opens to who chose what. */
import { useState } from 'react'
import type { Analysis, ItemReport } from '../../../contract/exam/analysis.schema.ts'
import { itemFindingsOf } from '../../../contract/exam/reading.ts'
import { t } from '../../../i18n/index.ts'
import { typeText } from '../../../parts/question/words.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Explain } from '../../../ui/feedback/Explain.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type Tone } from '../../../ui/data/tone.ts'
import { percentText } from './figure.ts'
import { ItemDetail } from './ItemDetail.tsx'
import { findingText } from './finding.ts'
import { Telling } from './Telling.tsx'

const tones: Partial<Record<ReturnType<typeof itemFindingsOf>[number]['says'], Tone>> = {
  wrong_key: 'bad',
  against: 'bad',
  too_easy: 'warn',
  too_hard: 'warn',
  weak: 'warn',
  sound: 'ok',
}
const figures = ['facility', 'discrimination', 'efficiency', 'weight'] as const

function figure(name: (typeof figures)[number], i: ItemReport) {
  if (name === 'facility')
    return (
      <>
        {percentText(i.facility)}
        <Bar value={i.facility} />
      </>
    )
  if (name === 'weight')
    return (
      <>
        {percentText(i.intended_weight)} <span aria-hidden="true">→</span>
        <Telling value={i.effective_weight} of={i.sheets} as={percentText} />
      </>
    )
  return <Telling value={i[name]} of={i.sheets} as={percentText} />
}

export function ItemAnalysisPanel({ of: { items, forms } }: { of: Analysis }) {
  const [open, setOpen] = useState<string>()
  const several = forms.length > 1
  return (
    <Panel title={t('result.items')} description={t('result.items_text')} flush>
      <Table
        name={t('result.question')}
        className="result-items"
        rows={items}
        keyOf={(i) => i.id}
        below={(i) => open === i.id && <ItemDetail of={i} />}
        columns={[
          { head: t('result.no'), className: 'mg-num', cell: (i) => (several ? `${i.form}.${i.n}` : i.n) },
          {
            head: t('result.question'),
            names: true,
            cell: (i) => (
              <>
                <Button
                  tone="quiet"
                  size="small"
                  icon={open === i.id ? 'chevron-down' : 'chevron-right'}
                  aria-expanded={open === i.id}
                  onClick={() => setOpen(open === i.id ? undefined : i.id)}
                >
                  {i.title}
                </Button>
                <span className="result-about mg-dim">
                  {typeText(i.type)} · {t('bank.n_points', { n: i.score })} ·{' '}
                  {t('result.answered', { n: i.answered, all: i.sheets })}
                </span>
              </>
            ),
          },
          ...figures.map((f, n) => ({
            key: f,
            number: true as const,
            head: (
              <>
                {t(`result.${f}`)}{' '}
                <Explain label={t('result.how', { what: t(`result.${f}`) })} end={n > 1}>
                  <span className="result-formula-says">{t(`result.says.${f}`)}</span>
                  <span className="result-formula mg-mono">{t(`result.formula.${f}`)}</span>
                </Explain>
              </>
            ),
            cell: (i: ItemReport) => figure(f, i),
          })),
          { head: t('result.reading'), cell: (i) => <Findings of={i} /> },
        ]}
      />
    </Panel>
  )
}

const Bar = ({ value }: { value: number | null }) => (
  <svg className="result-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect className="result-bar-room" width={100} height={4} />
    <rect className="result-bar-fill" width={value ?? 0} height={4} />
  </svg>
)

function Findings({ of }: { of: ItemReport }) {
  return (
    <ul className="result-findings">
      {itemFindingsOf(of).map((f) => (
        <li key={f.says} className={`mg-tone-${tones[f.says] ?? 'idle'}`}>
          <span className="result-dot" aria-hidden="true" />
          {findingText(f, of)}
        </li>
      ))}
    </ul>
  )
}

/** Each question with its figures and what they say; opens to who chose what. */
import { Fragment, useState } from 'react'
import type { Analysis, ItemReport } from '../../../contract/exam/analysis.schema.ts'
import { readingOf } from '../../../contract/exam/reading.ts'
import { t } from '../../../i18n/index.ts'
import { typeText } from '../../../parts/question/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Explain } from '../../../ui/Explain.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type Tone } from '../../../ui/tone.ts'
import '../../../ui/table.css'
import { share } from './figure.ts'
import { ItemDetail } from './ItemDetail.tsx'
import { findingText } from './finding.ts'
import { Telling } from './Telling.tsx'

const tones: Partial<Record<ReturnType<typeof readingOf>[number]['says'], Tone>> = {
  wrong_key: 'bad',
  against: 'bad',
  too_easy: 'warn',
  too_hard: 'warn',
  weak: 'warn',
  sound: 'ok',
}
const figures = ['facility', 'discrimination', 'efficiency', 'weight'] as const

export function Items({ of: { items, forms } }: { of: Analysis }) {
  const [open, setOpen] = useState<string>()
  const several = forms.length > 1
  return (
    <Panel title={t('result.items')} description={t('result.items_text')} flush>
      <div className="result-scroll" tabIndex={0} role="group" aria-label={t('result.items')}>
        <table className="mg-table result-items">
          <thead>
            <tr>
              <th>{t('result.no')}</th>
              <th>{t('result.question')}</th>
              {figures.map((f, i) => (
                <th key={f} className="result-num">
                  {t(`result.${f}`)}{' '}
                  <Explain label={t('result.how', { what: t(`result.${f}`) })} end={i > 1}>
                    <span className="result-formula-says">{t(`result.says.${f}`)}</span>
                    <span className="result-formula mg-mono">{t(`result.formula.${f}`)}</span>
                  </Explain>
                </th>
              ))}
              <th>{t('result.reading')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((i) => (
              <Fragment key={i.id}>
                <tr>
                  <td className="mg-num">{several ? `${i.form}.${i.n}` : i.n}</td>
                  <th scope="row">
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
                  </th>
                  <td className="result-num mg-num">
                    {share(i.facility)}
                    <Bar value={i.facility} />
                  </td>
                  <td className="result-num mg-num">
                    <Telling value={i.discrimination} of={i.sheets} as={share} />
                  </td>
                  <td className="result-num mg-num">
                    <Telling value={i.efficiency} of={i.sheets} as={share} />
                  </td>
                  <td className="result-num mg-num">
                    {share(i.intended_weight)} <span aria-hidden="true">→</span>
                    <Telling value={i.effective_weight} of={i.sheets} as={share} />
                  </td>
                  <td>
                    <Findings of={i} />
                  </td>
                </tr>
                {open === i.id && (
                  <tr className="result-open">
                    <td colSpan={7}>
                      <ItemDetail of={i} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
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
      {readingOf(of).map((f) => (
        <li key={f.says} className={`mg-tone-${tones[f.says] ?? 'idle'}`}>
          <span className="result-dot" aria-hidden="true" />
          {findingText(f, of)}
        </li>
      ))}
    </ul>
  )
}

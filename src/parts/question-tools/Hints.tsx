/** Hints of a question: what each costs, and its text once it is paid for. */
import { useState } from 'react'
import type { TextLanguage } from '../../contract/bank/shown.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import './tools.css'

interface HintsProps {
  question: string
  language?: TextLanguage
  /** It is answered: no hint costs anything any more, and none changes what the answer was worth. */
  solved?: boolean
}

export function Hints({ question, language = '', solved = false }: HintsProps) {
  const { data } = useRead('GET /question-tools/:id', { params: { id: question }, query: { language } })
  const [pay] = useWrite('POST /question-tools/:id/hints')
  const [asking, setAsking] = useState<number>()
  if (!data?.hints.length) return null
  const cost = asking === undefined ? 0 : (data.hints[asking]?.cost ?? 0)
  return (
    <section className="qt-hints" aria-label={t('keep.hints')}>
      <h3>{t('keep.hints')}</h3>
      <ol className="qt-list">
        {data.hints.map((h, n) => (
          <li key={n}>
            <span className="qt-line">
              <strong>{t('keep.hint', { n: n + 1 })}</strong>
              {!solved && (
                <span className="mg-dim mg-num">
                  {h.cost > 0 ? t('keep.hint_cost', { n: h.cost }) : t('keep.hint_free')}
                </span>
              )}
              {h.text === null && (
                <Button
                  size="small"
                  className="qt-end"
                  aria-label={`${t('keep.hint_show')} ${t('keep.hint', { n: n + 1 })}`}
                  onClick={() => setAsking(n)}
                >
                  {t('keep.hint_show')}
                </Button>
              )}
            </span>
            {h.text !== null && <Markdown text={h.text} />}
          </li>
        ))}
      </ol>
      {data.spent > 0 && (
        <p className="mg-hint" role="status">
          {solved ? t('keep.hint_was', { n: data.spent }) : t('keep.hint_spent', { n: data.spent, worth: data.worth })}
        </p>
      )}
      <Confirm
        open={asking !== undefined}
        title={t('keep.hint_title', { n: format.number((asking ?? 0) + 1) })}
        confirm={t('keep.hint_do', { n: cost })}
        onConfirm={() =>
          pay({ params: { id: question }, body: { hint: asking ?? 0, cost, language } }).then(() => undefined)
        }
        onClose={() => setAsking(undefined)}
      >
        <p>{t('keep.hint_text', { n: cost, worth: Math.max(0, Math.round((data.worth - cost) * 100) / 100) })}</p>
      </Confirm>
    </section>
  )
}

/** Hints of a challenge in a contest: each at its price, and its text once the entry has taken it. */
import { useState } from 'react'
import type { PlayChallenge } from '../../../contract/contest/play.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTextLanguage } from '../../../parts/question/useTextLanguage.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import { ledgerPoints } from '../words.ts'

export function ContestHints({ of: c }: { of: PlayChallenge }) {
  const [language] = useTextLanguage()
  const [take] = useWrite('POST /contest-items/:id/hints')
  const [asking, setAsking] = useState<number>()
  const { hints } = c.question
  if (!hints.length) return null
  const rule = c.hints_at_once ? 'once' : 'solve'
  const cost = asking === undefined ? 0 : (hints[asking]?.cost ?? 0)
  return (
    <section>
      <h3 className="contest-heading">{t('contest.hints')}</h3>
      <ol className="contest-lines contest-hints">
        {hints.map((h, n) => (
          <li key={n}>
            <strong>{t('contest.hint_n', { n: n + 1 })}</strong>
            {h.cost > 0 && c.item.state !== 'solved' && (
              <span className="mg-dim mg-num">{t('contest.hint_cost', { n: h.cost })}</span>
            )}
            {h.text === null && c.can.includes('hint') && (
              <span className="contest-end">
                <Button
                  size="small"
                  aria-label={`${t('contest.hint_take')} ${t('contest.hint_n', { n: n + 1 })}`}
                  onClick={() => setAsking(n)}
                >
                  {t('contest.hint_take')}
                </Button>
              </span>
            )}
            {h.text !== null && <Markdown text={h.text} />}
          </li>
        ))}
      </ol>
      {c.item.spent > 0 && (
        <p className="mg-hint" role="status">
          {t(`contest.spent.${rule}`, { n: ledgerPoints(c.item.spent) })}
        </p>
      )}
      <Confirm
        open={asking !== undefined}
        title={t('contest.hint_title', { n: format.number((asking ?? 0) + 1) })}
        confirm={t('contest.hint_do', { n: cost })}
        onConfirm={() =>
          take({ params: { id: c.item.id }, body: { hint: asking ?? 0, cost, language } }).then(() => undefined)
        }
        onClose={() => setAsking(undefined)}
      >
        <p>{t(`contest.hint_text.${rule}`, { n: cost })}</p>
      </Confirm>
    </section>
  )
}

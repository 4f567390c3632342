/** A section of a paper: its words, its questions, one score for all of them. */
import { type ReactNode, useState } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { RowMenu } from '../../../ui/input/Menu.tsx'
import { pointsIn, type Section } from './paper.logic.ts'

interface SectionActs {
  change: (part: Partial<Section>) => void
  sameScore: (score: number) => void
  move: (by: number) => void
  duplicate: () => void
  remove: () => void
  pick: () => void
}
interface SectionCardProps {
  section: Section
  n: number
  last: boolean
  disabled: boolean
  wrong: string | undefined
  acts: SectionActs
  /** Where a question can be dropped behind the last. */
  end: object
  children: ReactNode
}

export function SectionCard({ section, n, last, disabled, wrong, acts, end, children }: SectionCardProps) {
  const [score, setScore] = useState<unknown>(null)
  const count = section.items.length
  return (
    <section className="paper-section" aria-label={t('paper.section_named', { n, title: section.title })}>
      <header className="paper-section-head">
        <label className="mg-label" htmlFor={`section-${section.id}`}>
          {t('paper.section_title', { n })}
        </label>
        <input
          id={`section-${section.id}`}
          className="mg-field paper-section-title"
          aria-invalid={wrong !== undefined || undefined}
          disabled={disabled}
          value={section.title}
          onChange={(e) => acts.change({ title: e.target.value })}
        />
        <span className="paper-sum mg-num">
          {t('paper.sum', { items: count, points: format.number(pointsIn(section.items)) })}
        </span>
        {!disabled && (
          <RowMenu
            floating
            label={t('paper.section_menu', { n })}
            items={[
              {
                id: 'up',
                label: t('bank.set_up'),
                icon: 'chevron-up',
                disabled: n === 1,
                onSelect: () => acts.move(-1),
              },
              {
                id: 'down',
                label: t('bank.set_down'),
                icon: 'chevron-down',
                disabled: last,
                onSelect: () => acts.move(1),
              },
              { id: 'duplicate', label: t('paper.section_duplicate'), icon: 'copy', onSelect: acts.duplicate },
              'line',
              { id: 'remove', label: t('paper.section_remove'), icon: 'trash', danger: true, onSelect: acts.remove },
            ]}
          />
        )}
      </header>
      {wrong && <p className="mg-error">{wrong}</p>}
      <label className="paper-instructions">
        <span className="mg-label">{t('paper.instructions')}</span>
        <textarea
          className="mg-field mg-area"
          aria-label={t('paper.instructions_n', { n })}
          rows={1}
          maxLength={2048}
          disabled={disabled}
          value={section.instructions}
          onChange={(e) => acts.change({ instructions: e.target.value })}
        />
      </label>
      <ol className="paper-items">
        {children}
        {count === 0 && (
          <li className="paper-hole mg-faint" {...end}>
            {t(disabled ? 'paper.section_empty' : 'paper.section_hole')}
          </li>
        )}
      </ol>
      {!disabled && (
        <footer className="paper-section-foot" {...(count ? end : {})}>
          <Button size="small" icon="plus" onClick={acts.pick}>
            {t('paper.pick')}
          </Button>
          {count > 1 && (
            <span className="paper-same">
              <span className="mg-dim">{t('paper.same_score')}</span>
              <NumberInput
                className="mg-field paper-score"
                aria-label={t('paper.same_score')}
                value={score}
                onChange={setScore}
              />
              <Button
                size="small"
                disabled={typeof score !== 'number' || score < 0 || score > 1000}
                onClick={() => typeof score === 'number' && acts.sameScore(score)}
              >
                {t('bank.apply')}
              </Button>
            </span>
          )}
        </footer>
      )}
    </section>
  )
}

/** A question on a paper: dragged, or moved with Alt and the arrows; its points, and what else can be done with it. */
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import type { ItemFacts } from '../../../contract/bank/paper.routes.ts'
import { format, t } from '../../../i18n/index.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { RowMenu, type MenuItem } from '../../../ui/input/Menu.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { InExamTag } from '../../../parts/question-pick/InExamTag.tsx'
import { typeText } from '../../../parts/question/words.ts'
import type { SectionItem } from './paper.logic.ts'
import { heldAs } from '../../../kit/form/declare.ts'

interface ItemActs {
  change: (part: Partial<SectionItem>) => void
  step: (by: 1 | -1) => void
  remove: () => void
  preview: () => void
  takeNewest: () => void
  /** Undefined where it was picked by hand. */
  redraw: (() => void) | undefined
  moveTo: readonly { id: string; title: string; go: () => void }[]
}
interface ItemRowProps {
  item: SectionItem
  n: number
  facts: ItemFacts | undefined
  loaded: boolean
  disabled: boolean
  drag: object
  acts: ItemActs
}

/** Whether marking gives the lines of its rubric other points than they are written with. */
const isScaled = ({ rubric }: ItemFacts, { score }: SectionItem): boolean =>
  rubric !== null && rubric > 0 && rubric !== score

const screenOf = { theory: 'theory-edit', exercise: 'exercise-edit', flag: 'flags-solve-edit' } as const

export function ItemRow({ item, n, facts, loaded, disabled, drag, acts }: ItemRowProps) {
  const title = facts?.question.title ?? (loaded ? t('paper.gone') : '…')
  const newer = facts !== undefined && facts.newest > item.question_version
  const keys = (e: KeyboardEvent) => {
    if (disabled || !e.altKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return
    e.preventDefault()
    acts.step(e.key === 'ArrowUp' ? -1 : 1)
  }
  const items: (MenuItem | 'line')[] = [
    { id: 'preview', label: t('bank.preview'), icon: 'eye', disabled: !facts, onSelect: acts.preview },
    ...(newer
      ? [{ id: 'newest', label: t('paper.take_newest'), icon: 'refresh', onSelect: acts.takeNewest } as const]
      : []),
    ...(acts.redraw
      ? [{ id: 'redraw', label: t('paper.redraw'), icon: 'refresh', onSelect: acts.redraw } as const]
      : []),
    { id: 'up', label: t('bank.set_up'), icon: 'chevron-up', onSelect: () => acts.step(-1) },
    { id: 'down', label: t('bank.set_down'), icon: 'chevron-down', onSelect: () => acts.step(1) },
    ...acts.moveTo.map((s) => ({
      id: `to-${s.id}`,
      label: t('paper.move_to', { title: s.title }),
      icon: 'arrow-right' as const,
      onSelect: s.go,
    })),
    'line',
    { id: 'remove', label: t('paper.take_off'), icon: 'trash', danger: true, onSelect: acts.remove },
  ]
  return (
    <li className="paper-item" data-item={item.id} onKeyDown={keys} {...drag}>
      <span className="paper-item-grip" aria-hidden="true">
        <Icon name="menu" />
      </span>
      <span className="mg-num mg-dim paper-item-n">{format.number(n)}</span>
      <span className="paper-item-title">
        <Link
          className="mg-ellipsis"
          draggable={false}
          to={href(screenOf[item.bank], { id: item.question_id })}
          title={title}
        >
          {title}
        </Link>
        <span className="paper-item-notes mg-faint">
          {facts && typeText(facts.question.type)}
          {facts && ` · ${t(`paper.difficulty.${facts.question.difficulty}`)}`}
          {facts && isScaled(facts, item) && (
            <>
              {' '}
              · {t('paper.rubric_scaled', { sum: format.number(facts.rubric ?? 0), score: format.number(item.score) })}
            </>
          )}
          <InExamTag of={facts?.in_exam} />
          {newer && (
            <button type="button" className="paper-newer" disabled={disabled} onClick={acts.takeNewest}>
              <StatusTag word="newer" tone="warn" label={t('paper.newer')} />
            </button>
          )}
        </span>
      </span>
      <NumberInput
        className="mg-field paper-score"
        aria-label={t('paper.score_of', { n })}
        disabled={disabled}
        value={item.score}
        onChange={(score) => acts.change({ score: heldAs<number>(score) })}
      />
      {!disabled && <RowMenu floating label={t('paper.item_menu', { n })} items={items} />}
    </li>
  )
}

/** Chapters, lessons and sections as a tree: chosen, dragged, moved with Alt and the arrows, copied, removed. */
import type { KeyboardEvent } from 'react'
import { type SectionKind, sectionKinds } from '../../../contract/course/outline.ts'
import { format, t } from '../../../i18n/index.ts'
import { Tree } from '../../../ui/data/Tree.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import type { MenuItem } from '../../../ui/input/Menu.tsx'
import {
  type Draft,
  lands,
  outlineLines,
  type OutlineLine,
  type OutlinePlace,
  type Side,
  step,
} from './outline.logic.ts'
import { kindIcons } from './words.ts'

interface OutlineActs {
  choose: (id: string) => void
  move: (id: string, on: string, side: Side) => void
  step: (id: string, way: 'up' | 'down') => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  addLesson: (chapter: string) => void
  addSection: (lesson: string, kind: SectionKind) => void
}
interface OutlineTreeProps {
  doc: Draft
  chosen: string | undefined
  folded: ReadonlySet<string>
  onFold: (id: string, open: boolean) => void
  /** Sections that say nothing yet. */
  empty: (id: string) => boolean
  disabled: boolean
  acts: OutlineActs
}

export function OutlineTree({ doc, chosen, folded, onFold, empty, disabled, acts }: OutlineTreeProps) {
  const keysOf = ({ id }: OutlineLine, e: KeyboardEvent) => {
    if (disabled) return undefined
    if (e.key === 'Delete') return () => acts.remove(id)
    if (!e.altKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return undefined
    return () => acts.step(id, e.key === 'ArrowUp' ? 'up' : 'down')
  }
  const menuOf = ({ id, place }: OutlineLine) => {
    if (disabled) return undefined
    const { title } = titled(place)
    const steps = (['up', 'down'] as const).map(
      (way): MenuItem => ({
        id: way,
        label: t(`bank.set_${way}`),
        icon: way === 'up' ? 'chevron-up' : 'chevron-down',
        disabled: step(doc, id, way) === doc,
        onSelect: () => acts.step(id, way),
      }),
    )
    const adds: MenuItem[] =
      place.at === 'chapter'
        ? [{ id: 'lesson', label: t('course.add_lesson'), icon: 'plus', onSelect: () => acts.addLesson(id) }]
        : place.at === 'lesson'
          ? sectionKinds.map((kind) => ({
              id: kind,
              label: t(`course.add_section.${kind}`),
              icon: kindIcons[kind],
              onSelect: () => acts.addSection(id, kind),
            }))
          : []
    return {
      label: t('bank.set_menu', { name: title }),
      items: [
        ...adds,
        ...steps,
        { id: 'duplicate', label: t('course.duplicate'), icon: 'duplicate', onSelect: () => acts.duplicate(id) },
        { id: 'remove', label: t('kit.action.remove'), icon: 'trash', danger: true, onSelect: () => acts.remove(id) },
      ] satisfies MenuItem[],
    }
  }
  return (
    <Tree
      lines={outlineLines(doc, folded)}
      label={t('course.outline')}
      selected={(l) => l.id === chosen}
      onChoose={(l) => acts.choose(l.id)}
      onFold={(l, open) => onFold(l.id, open)}
      keys={keysOf}
      drag={{ may: () => !disabled, lands: (id, on, side) => lands(doc, id, on, side), onDrop: acts.move }}
      menu={menuOf}
    >
      {({ id, place }) => (
        <>
          {place.at === 'section' && <Icon name={kindIcons[place.section.kind]} />}
          <span className={`mg-ellipsis course-line course-line-${place.at}`} title={titled(place).title}>
            {titled(place).title}
          </span>
          {place.at === 'lesson' &&
            (place.lesson.after !== null || place.lesson.opens_at !== null || place.lesson.with_hour) && (
              <span title={t('course.opens_later')}>
                <Icon name="lock" label={t('course.opens_later')} />
              </span>
            )}
          {place.at === 'lesson' && (
            <span className="mg-num mg-faint">
              {t('course.hours', { n: format.number(place.lesson.theory + place.lesson.experiment) })}
            </span>
          )}
          {place.at === 'section' && empty(id) && (
            <StatusTag dot word="empty" tone="warn" label={t('course.empty_mark')} />
          )}
        </>
      )}
    </Tree>
  )
}

const titled = (place: OutlinePlace): { title: string } =>
  place.at === 'chapter' ? place.chapter : place.at === 'lesson' ? place.lesson : place.section

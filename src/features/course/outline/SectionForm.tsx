/** What is set about a section: its titles, when it is done, and whether it counts. What it says stands below. */
import { useId } from 'react'
import { completionOf, type CompletionRule, outlineLimits, sharedRules } from '../../../contract/course/outline.ts'
import { t } from '../../../i18n/index.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Figure } from './Figure.tsx'
import type { DraftSection } from './outline.logic.ts'
import { Titles } from './Titles.tsx'

interface SectionFormProps {
  section: DraftSection
  translated: boolean
  disabled: boolean
  onChange: (part: Partial<Omit<DraftSection, 'id' | 'kind'>>) => void
}
/** What the share is of, by the rule that asks for one. */
const shareLabels: Partial<Record<CompletionRule, 'course.share' | 'course.share_watched' | 'course.share_report'>> = {
  score: 'course.share',
  watched: 'course.share_watched',
  report: 'course.share_report',
}
const whole =
  (min: number, max: number) =>
  (v: unknown): v is number =>
    typeof v === 'number' && Number.isInteger(v) && v >= min && v <= max

export function SectionForm({ section, translated, disabled, onChange }: SectionFormProps) {
  const id = useId()
  return (
    <div className="course-fields">
      <Titles of={section} translated={translated} disabled={disabled} onChange={onChange} />
      <div className="mg-labelled">
        <label className="mg-label" htmlFor={`${id}-rule`}>
          {t('course.rule')}
        </label>
        <NativeSelect<CompletionRule>
          id={`${id}-rule`}
          disabled={disabled}
          value={section.rule}
          options={completionOf[section.kind].map((value) => ({ value, label: t(`course.rule.${value}`) }))}
          onChange={(rule) => onChange({ rule })}
        />
      </div>
      {sharedRules.has(section.rule) && (
        <Figure
          label={t(shareLabels[section.rule] ?? 'course.share')}
          hint={t('course.share_hint')}
          unit="%"
          value={Math.round(section.share * 100)}
          fits={whole(1, 100)}
          disabled={disabled}
          onChange={(percent) => onChange({ share: percent / 100 })}
        />
      )}
      <Figure
        label={t('course.minutes')}
        hint={t('course.minutes_hint', { max: outlineLimits.minutes })}
        value={section.minutes}
        fits={whole(0, outlineLimits.minutes)}
        disabled={disabled}
        onChange={(minutes) => onChange({ minutes })}
      />
      <label className="kit-check course-optional">
        <input
          type="checkbox"
          disabled={disabled}
          checked={section.optional}
          onChange={(e) => onChange({ optional: e.target.checked })}
        />
        <span>
          {t('course.optional')} <span className="mg-faint">{t('course.optional_hint')}</span>
        </span>
      </label>
    </div>
  )
}

import { challengeFilters, challengeOrders } from '../../../contract/practice/flag.ts'
import type { FlagDesk } from '../../../contract/practice/flag.schema.ts'
import { difficulties } from '../../../contract/bank/question.ts'
import { t } from '../../../i18n/index.ts'
import { SearchBox } from '../../../kit/list/search/SearchBox.tsx'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { type Browse, isBrowseFiltered, tagFields } from './browse.logic.ts'

interface BrowseBarProps {
  at: Browse
  /** Words there are to look for; on the page of one set none. */
  words?: Pick<FlagDesk, (typeof tagFields)[number]> | undefined
  onChange: (set: Partial<Browse>) => void
}

/** Looks for challenges: by a text, how hard, how they stand, and what they are about. */
export function ChallengeFilterBar({ at, words: known, onChange }: BrowseBarProps) {
  return (
    <div className="flag-bar">
      <SearchBox label={t('flag.search')} q={at.q} onSearch={(q) => onChange({ q })} />
      <Choice
        label={t('flag.difficulty')}
        value={at.difficulty}
        options={difficulties.map((d) => [d, t(`flag-challenge.difficulty.${d}`)])}
        onChange={(difficulty) => onChange({ difficulty })}
      />
      <Choice
        label={t('flag.state')}
        value={at.state}
        options={challengeFilters.map((s) => [s, t(`flag.state.${s}`)])}
        onChange={(state) => onChange({ state })}
      />
      {known &&
        tagFields.map(
          (word) =>
            known[word].length > 0 && (
              <Choice
                key={word}
                label={t(`flag.by.${word}`)}
                value={at[word]}
                options={[...new Set([...known[word], ...(at[word] ? [at[word]] : [])])].map((w) => [w, w])}
                onChange={(value) => onChange({ [word]: value })}
              />
            ),
        )}
      {(isBrowseFiltered(at) || !known) && (
        <Choice
          label={t('flag.order')}
          value={at.sort}
          options={challengeOrders.map((o) => [o, t(`flag.order.${o}`)])}
          all={false}
          onChange={(sort) => onChange({ ...(sort && { sort }) })}
        />
      )}
      {isBrowseFiltered(at) && (
        <Button
          size="small"
          tone="quiet"
          icon="close"
          onClick={() => onChange({ q: '', difficulty: '', state: '', keywords: '', knowledge: '', cve_ids: '' })}
        >
          {t('flag.clear')}
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V | ''
  options: readonly (readonly [value: V, label: string])[]
  all?: boolean
  onChange: (value: V | '') => void
}
const Choice = <V extends string>({ label, value, options, all = true, onChange }: ChoiceProps<V>) => (
  <NativeSelect<V | ''>
    small
    aria-label={label}
    value={value}
    options={[
      ...(all ? [{ value: '' as const, label: t('flag.any', { what: label }) }] : []),
      ...options.map(([v, text]) => ({ value: v, label: text })),
    ]}
    onChange={onChange}
  />
)

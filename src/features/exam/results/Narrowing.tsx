/** To one organisation or one variant, where there are several. */
import type { Analysis } from '../../../contract/exam/analysis.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Select } from '../../../ui/input/Select.tsx'

export interface AnalysisFilter {
  org?: string
  variant?: string
}
interface NarrowingProps {
  choose: Analysis['choose']
  to: AnalysisFilter
  onChange: (to: AnalysisFilter) => void
}
export function Narrowing({ choose: { orgs, variants }, to, onChange }: NarrowingProps) {
  if (orgs.length <= 1 && variants.length <= 1) return null
  const narrow = (part: keyof AnalysisFilter) => (value: string) => {
    const { [part]: _, ...rest } = to
    onChange(value ? { ...rest, [part]: value } : rest)
  }
  return (
    <div className="result-filters">
      <Select
        fit
        aria-label={t('result.org')}
        value={to.org ?? ''}
        options={[{ value: '', label: t('result.all_orgs') }, ...orgs.map((o) => ({ value: o.id, label: o.name }))]}
        onChange={narrow('org')}
      />
      {variants.length > 1 && (
        <Select
          fit
          aria-label={t('result.variant')}
          value={to.variant ?? ''}
          options={[
            { value: '', label: t('result.all_variants') },
            ...variants.map((v) => ({ value: v.id, label: t('result.variant_n', { n: v.name }) })),
          ]}
          onChange={narrow('variant')}
        />
      )}
    </div>
  )
}

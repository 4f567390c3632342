import { t } from '../../i18n/index.ts'
import type { OrgOption } from './orgs.logic.ts'
import { OrgTree } from './OrgTree.tsx'

interface OrgFilterProps {
  orgs: readonly OrgOption[]
  /** Undefined shows everybody. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  label: string
}
const everybody = 'everybody'

/** Organisations to look at one at a time, with those below it. */
export function OrgFilter({ orgs, value, onChange, label }: OrgFilterProps) {
  const users = orgs.reduce((n, o) => (o.parent_id === null ? n + o.users : n), 0)
  return (
    <OrgTree
      orgs={orgs}
      label={label}
      above={[{ id: everybody, level: 1, name: t('kit.pick.orgs_all'), users }]}
      selected={(l) => l.id === (value ?? everybody)}
      onChoose={(l) => onChange(l.id === everybody ? undefined : l.id)}
    />
  )
}

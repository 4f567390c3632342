import './audience.css'
import { useMemo } from 'react'
import { orgMarksOf, type OrgOption, orgTree, toggleOrg } from '../pick/orgs.logic.ts'
import { OrgTree } from '../pick/OrgTree.tsx'

interface OrgBoxesProps {
  orgs: readonly OrgOption[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  label: string
}

/** Organisations to tick; one includes those below it. */
export function OrgBoxes({ orgs, value, onChange, label }: OrgBoxesProps) {
  const roots = useMemo(() => orgTree(orgs), [orgs])
  const marks = useMemo(() => orgMarksOf(roots, new Set(value)), [roots, value])
  return (
    <div className="kit-org-boxes">
      <OrgTree
        orgs={orgs}
        label={label}
        checked={(l) => marks.get(l.id) ?? 'off'}
        onChoose={(l) => onChange(toggleOrg(roots, value, l.id))}
      />
    </div>
  )
}

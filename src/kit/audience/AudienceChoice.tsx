/** Everybody, or the people of some lists. */
import type { Audience } from '../../contract/lib/crud.ts'
import './audience.css'
import { t } from '../../i18n/index.ts'
import type { AddList } from './audience.logic.ts'
import { AudienceLists } from './AudienceLists.tsx'

interface AudienceChoiceProps {
  label: string
  chosen: Audience
  addList?: AddList | undefined
  onChange: (part: Partial<Audience>) => void
}

export function AudienceChoice({ label, chosen, addList, onChange }: AudienceChoiceProps) {
  return (
    <>
      <fieldset className="kit-who">
        <legend className="mg-sr">{label}</legend>
        <AudienceRadio
          checked={chosen.all}
          label={t('kit.audience.all')}
          about={t('kit.audience.all_text')}
          onChoose={() => onChange({ all: true })}
        />
        <AudienceRadio
          checked={!chosen.all}
          label={t('kit.audience.some')}
          about={t('kit.audience.some_text')}
          onChoose={() => onChange({ all: false })}
        />
      </fieldset>
      {!chosen.all && <AudienceLists chosen={chosen} addList={addList} onChange={onChange} />}
    </>
  )
}

export function AudienceRadio({
  name = 'kit-audience',
  checked,
  label,
  about,
  onChoose,
}: {
  name?: string
  checked: boolean
  label: string
  about: string
  onChoose: () => void
}) {
  return (
    <label className="kit-check">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>
        {label} <span className="mg-faint">{about}</span>
      </span>
    </label>
  )
}

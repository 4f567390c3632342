/** Fields of the form a scene is started with that look at the server themselves. */
import { sceneLimits } from '../../../contract/scene/node.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { Select } from '../../../ui/input/Select.tsx'
import { driverName } from '../card/words.ts'
import type { StartForm } from './start.logic.ts'

/** Only asked where there is a choice. */
export function RunsOn({
  value,
  onChange,
}: {
  value: StartForm['driver']
  onChange: (driver: StartForm['driver']) => void
}) {
  const { data } = useRead('GET /drivers', undefined)
  if (!data?.choice) return null
  const others = data.items.filter((d) => d.ok && d.name !== data.default)
  if (!others.length) return null
  return (
    <LabelledField label={t('scene.start_driver')}>
      {(label) => (
        <Select
          aria-label={label}
          value={value}
          options={[
            { value: '' as const, label: t('scene.start_driver_usual', { name: driverName(data.default) }) },
            ...others.map((d) => ({ value: d.name, label: driverName(d.name) })),
          ]}
          onChange={(driver) => onChange(driver)}
        />
      )}
    </LabelledField>
  )
}

export function ScenePeopleFields({ form, set }: { form: StartForm; set: (part: Partial<StartForm>) => void }) {
  return (
    <>
      <LabelledField label={t('scene.start_owner')} hint={t('scene.start_owner_hint')}>
        {(label) => (
          <Pick
            to="user"
            clearable
            aria-label={label}
            value={form.owner ? [form.owner] : []}
            onChange={([owner = '']) => set({ owner })}
          />
        )}
      </LabelledField>
      <LabelledField label={t('scene.leaders')}>
        {(label) => (
          <Pick
            to="user"
            many
            aria-label={label}
            value={form.leaders}
            onChange={(leaders) => set({ leaders: leaders.slice(0, sceneLimits.leaders) })}
          />
        )}
      </LabelledField>
      {form.kind !== 'private' && (
        <>
          <LabelledField label={t('scene.members')}>
            {(label) => (
              <Pick
                to="user"
                many
                aria-label={label}
                value={form.members}
                onChange={(members) => set({ members: members.slice(0, sceneLimits.members) })}
              />
            )}
          </LabelledField>
          <LabelledField label={t('scene.teams')}>
            {(label) => (
              <Pick
                to="team"
                many
                aria-label={label}
                value={form.teams}
                onChange={(teams) => set({ teams: teams.slice(0, sceneLimits.teams) })}
              />
            )}
          </LabelledField>
        </>
      )}
    </>
  )
}

interface FieldProps {
  label: string
  hint?: string
  across?: boolean
  children: (label: string) => React.ReactNode
}
export function LabelledField({ label, hint, across, children }: FieldProps) {
  return (
    <div className={across ? 'mg-labelled st-across' : 'mg-labelled'}>
      <span className="mg-label" aria-hidden="true">
        {label}
      </span>
      {children(label)}
      {hint && <span className="mg-hint">{hint}</span>}
    </div>
  )
}

import '../audience/audience.css'
import './ownership.css'
import { type ComponentType, useMemo } from 'react'
import { mostSharedWith, shareLevels, type ShareScope, shareScopes } from '../../contract/lib/ownership.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import type { ActionDialogProps } from '../action/action.ts'
import { AudienceRadio } from '../audience/AudienceChoice.tsx'
import { namesQuery } from '../pick/pick.logic.ts'
import { PickRows } from '../pick/Pick.tsx'
import { type SharingReply, useChoices } from '../resource/calls.ts'
import { Pills } from '../resource/input/Pills.tsx'
import { Select } from '../../ui/input/Select.tsx'
import type { AnyResource, Row } from '../resource/words.ts'
import { type RowSetting, settingDialog } from '../setting/RowSetting.tsx'
import { keepersOf } from './owning.ts'
import { sameSharing, type Shared } from './sharing.logic.ts'

const levels = () => shareLevels.map((l) => ({ value: l, label: t(`kit.share_level.${l}` satisfies MessageKey) }))

const sharing: RowSetting<SharingReply, Shared> = {
  at: 'sharing',
  title: 'kit.share.title',
  saved: 'kit.share.saved',
  stale: 'kit.share.stale',
  part: ({ scope, level, people }) => ({ scope, level, people }),
  same: sameSharing,
  body: ({ scope, level, people }) => ({
    scope,
    level,
    people: scope === 'private' ? [] : people.map((p) => ({ id: p.id, level: p.level })),
  }),
  Fields,
}

/** The dialogue in which an owner shares a row among those who manage such content. */
export const shareDialog = <R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> =>
  settingDialog(resource, sharing)

function Fields({
  resource,
  stands,
  draft,
  set,
}: {
  resource: AnyResource
  stands: SharingReply
  draft: Shared
  set: (part: Partial<Shared>) => void
}) {
  // what stands is named, although its owner has left every organisation since
  const scopes = shareScopes.filter(
    (scope: ShareScope) => scope !== 'organisation' || !stands.owner.without_org || stands.scope === scope,
  )
  return (
    <>
      <p className="mg-dim">
        {stands.owner.name ? t('kit.share.owner', { name: stands.owner.name }) : t('kit.share.owner_gone')}
      </p>
      {resource.audience && <p className="mg-hint">{t('kit.share.learners')}</p>}
      <fieldset className="kit-who">
        <legend className="mg-label">{t('kit.share.scope')}</legend>
        {scopes.map((scope) => (
          <AudienceRadio
            key={scope}
            name="kit-share"
            checked={draft.scope === scope}
            label={t(`kit.share.${scope}` satisfies MessageKey)}
            about={t(`kit.share.${scope}_text` satisfies MessageKey)}
            onChoose={() => set({ scope })}
          />
        ))}
      </fieldset>
      {(draft.scope === 'organisation' || draft.scope === 'everybody') && (
        <fieldset className="kit-who kit-share-part">
          <legend className="mg-label">{t('kit.share.level')}</legend>
          <Pills single value={[draft.level]} options={levels()} onChange={([level]) => level && set({ level })} />
        </fieldset>
      )}
      {draft.scope !== 'private' && (
        <People resource={resource} people={draft.people} onChange={(people) => set({ people })} />
      )}
    </>
  )
}

type Person = Shared['people'][number]

function People({
  resource,
  people,
  onChange,
}: {
  resource: AnyResource
  people: readonly Person[]
  onChange: (people: readonly Person[]) => void
}) {
  const keepers = useMemo(() => keepersOf(resource), [resource])
  const nameless = people.flatMap((p) => (p.name === '' ? [p.id] : []))
  const found = useChoices(keepers, namesQuery(nameless), nameless.length === 0)
  const names = new Map(found.data?.items.map((c) => [c.id, c.label]))
  const nameFor = (p: Person) => p.name || (names.get(p.id) ?? '…')
  return (
    <section className="kit-share-part">
      <h3 className="mg-label">{t('kit.share.people')}</h3>
      <p className="mg-hint">{t('kit.share.people_hint')}</p>
      <PickRows
        resource={keepers}
        value={[]}
        disabled={people.length >= mostSharedWith}
        aria-label={t('kit.share.people_add')}
        onChange={([id]) => {
          if (id && !people.some((p) => p.id === id)) onChange([...people, { id, name: '', level: 'use' }])
        }}
      />
      <ul className="kit-share-people">
        {people.map((p) => (
          <li key={p.id}>
            <span className="mg-ellipsis">{nameFor(p)}</span>
            <Select
              aria-label={t('kit.share.people_level', { name: nameFor(p) })}
              value={p.level}
              options={levels()}
              onChange={(level) => onChange(people.map((one) => (one === p ? { ...p, level } : one)))}
            />
            <IconButton
              icon="close"
              size="small"
              label={t('kit.share.people_remove', { name: nameFor(p) })}
              onClick={() => onChange(people.filter((one) => one !== p))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

import '../audience/audience.css'
import './ownership.css'
import { type ComponentType, useMemo, useState } from 'react'
import {
  mostSharedWith,
  type ShareLevel,
  shareLevels,
  type ShareScope,
  shareScopes,
} from '../../contract/lib/ownership.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { toast } from '../../ui/toast.ts'
import type { ActionDialogProps } from '../action/action.ts'
import { Who } from '../audience/AudienceChoice.tsx'
import { PickRows } from '../pick/Pick.tsx'
import { type SharingReply, useChoices, useSharing, useWriteTo } from '../resource/calls.ts'
import { Pills } from '../resource/input/Pills.tsx'
import { Select } from '../resource/input/Select.tsx'
import { type AnyResource, nameOf, type Row } from '../resource/words.ts'
import { keepersOf } from './owning.ts'
import { sameSharing, type Shared } from './sharing.logic.ts'

const levels = () => shareLevels.map((l) => ({ value: l, label: t(`kit.share_level.${l}` satisfies MessageKey) }))

/** The dialogue in which an owner shares a row among those who manage such content. */
export function shareDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  return function ShareDialog({ rows, onClose }) {
    const [row] = rows
    return row ? <Of resource={resource} id={row.id} name={nameOf(resource, row)} onClose={onClose} /> : null
  }
}

interface OfRow {
  resource: AnyResource
  id: string
  name: string
  onClose: () => void
}

function Of(props: OfRow) {
  const { data, error, refetch } = useSharing(props.resource, props.id)
  if (data) return <Editor {...props} stands={data} refetch={refetch} />
  return (
    <Dialog open size="large" title={t('kit.share.title', { name: props.name })} onClose={props.onClose}>
      {error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="form" rows={3} />}
    </Dialog>
  )
}

function Editor({
  resource,
  id,
  name,
  onClose,
  stands,
  refetch,
}: OfRow & { stands: SharingReply; refetch: () => void }) {
  const [edited, setEdited] = useState<Shared>()
  const [at, setAt] = useState<'editing' | 'saving' | 'leaving'>('editing')
  const [problem, setProblem] = useState<AppProblem>()
  const write = useWriteTo()
  const now: Shared = edited ?? stands
  const dirty = edited !== undefined && !sameSharing(edited, stands)
  const set = (part: Partial<Shared>) => setEdited({ scope: now.scope, level: now.level, people: now.people, ...part })

  const save = async () => {
    if (at === 'saving') return
    setAt('saving')
    setProblem(undefined)
    const people = now.scope === 'private' ? [] : now.people.map((p) => ({ id: p.id, level: p.level }))
    try {
      await write(`PUT ${resource.path}/:id/sharing`, {
        params: { id },
        body: { scope: now.scope, level: now.level, people, version: stands.version },
      })
      toast.ok(t('kit.share.saved'))
      onClose()
    } catch (e) {
      const p = problemOf(e)
      setProblem(p)
      setAt('editing')
      if (p.code !== 'stale_version') return
      setEdited(undefined)
      refetch()
    }
  }
  const leave = () => (dirty ? setAt('leaving') : onClose())
  return (
    <Dialog
      open
      size="large"
      title={t('kit.share.title', { name })}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={at === 'saving'} disabled={!dirty} onClick={() => void save()}>
            {t('kit.form.save')}
          </Button>
        </>
      }
    >
      {problem?.code === 'stale_version' ? (
        <p className="kit-note-warn" role="alert">
          <Icon name="warn" /> {t('kit.share.stale')}
        </p>
      ) : (
        problem && <ProblemView compact problem={problem} />
      )}
      <p className="mg-dim">
        {stands.owner.name ? t('kit.share.owner', { name: stands.owner.name }) : t('kit.share.owner_gone')}
      </p>
      {resource.audience && <p className="mg-hint">{t('kit.share.learners')}</p>}
      <fieldset className="kit-who">
        <legend className="mg-label">{t('kit.share.scope')}</legend>
        {shareScopes.map((scope: ShareScope) => (
          <Who
            key={scope}
            name="kit-share"
            checked={now.scope === scope}
            label={t(`kit.share.${scope}` satisfies MessageKey)}
            about={t(`kit.share.${scope}_text` satisfies MessageKey)}
            onChoose={() => set({ scope })}
          />
        ))}
      </fieldset>
      {(now.scope === 'organisation' || now.scope === 'everybody') && (
        <fieldset className="kit-who kit-share-part">
          <legend className="mg-label">{t('kit.share.level')}</legend>
          <Pills
            single
            value={[now.level]}
            options={levels()}
            onChange={([level]) => set({ level: level as ShareLevel })}
          />
        </fieldset>
      )}
      {now.scope !== 'private' && (
        <People resource={resource} people={now.people} onChange={(people) => set({ people })} />
      )}
      {at === 'leaving' && (
        <Confirm
          open
          danger
          title={t('kit.form.leave_title')}
          confirm={t('kit.form.leave')}
          onConfirm={onClose}
          onClose={() => setAt('editing')}
        >
          <p>{t('kit.form.leave_text')}</p>
        </Confirm>
      )}
    </Dialog>
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
  const found = useChoices(keepers, { ids: nameless, page_size: 200 }, nameless.length === 0)
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
              onChange={(level) =>
                onChange(people.map((one) => (one === p ? { ...p, level: level as ShareLevel } : one)))
              }
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

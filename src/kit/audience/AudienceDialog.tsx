import './audience.css'
import { type ComponentType, type ReactNode, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { toast } from '../../ui/toast.ts'
import type { ActionDialogProps } from '../action/action.ts'
import { type AudienceReply, useAudience, useWriteTo } from '../resource/calls.ts'
import { type AnyResource, nameOf, type Row } from '../resource/words.ts'
import { type AddList, type Chosen, sameAudience } from './audience.logic.ts'
import { AudienceChoice } from './AudienceChoice.tsx'

/** Around the choice: a dialogue, or a page of its own. */
export type AudienceFrame = ComponentType<{
  name: string
  onClose: () => void
  actions?: ReactNode
  children: ReactNode
}>
interface OfRow {
  resource: AnyResource
  id: string
  name: string
  frame: AudienceFrame
  addList?: AddList | undefined
  onClose: () => void
}

const InDialog: AudienceFrame = ({ name, ...rest }) => (
  <Dialog open size="large" title={t('kit.audience.title', { name })} {...rest} />
)

/** The dialogue that chooses who may see a row of this resource. */
export function audienceDialog<R extends AnyResource>(
  resource: R,
  addList?: AddList,
): ComponentType<ActionDialogProps<Row<R>>> {
  return function AudienceDialog({ rows, onClose }) {
    const row = rows[0]
    return row ? (
      <AudienceOf
        resource={resource}
        id={row.id}
        name={nameOf(resource, row)}
        frame={InDialog}
        addList={addList}
        onClose={onClose}
      />
    ) : null
  }
}

/** Who may see a row, chosen inside a frame. */
export function AudienceOf(props: OfRow) {
  const { data, error, refetch } = useAudience(props.resource, props.id)
  if (data) return <Editor {...props} stands={data} refetch={refetch} />
  return (
    <props.frame name={props.name} onClose={props.onClose}>
      {error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="form" rows={3} />}
    </props.frame>
  )
}

function Editor({
  resource,
  id,
  name,
  frame: Frame,
  addList,
  onClose,
  stands,
  refetch,
}: OfRow & { stands: AudienceReply; refetch: () => void }) {
  const [edited, setEdited] = useState<Chosen>()
  const [at, setAt] = useState<'editing' | 'saving' | 'leaving'>('editing')
  const [problem, setProblem] = useState<AppProblem>()
  const write = useWriteTo()
  const chosen: Chosen = edited ?? stands
  const dirty = edited !== undefined && !sameAudience(edited, stands)
  const set = (part: Partial<Chosen>) =>
    setEdited({ all: chosen.all, orgs: chosen.orgs, roles: chosen.roles, users: chosen.users, ...part })

  const save = async () => {
    if (at === 'saving') return
    setAt('saving')
    setProblem(undefined)
    const { all, orgs, roles, users } = chosen
    try {
      await write(`PUT ${resource.path}/:id/audience`, {
        params: { id },
        body: { all, orgs, roles, users, version: stands.version },
      })
      toast.ok(t('kit.audience.saved'))
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
  return (
    <Frame
      name={name}
      onClose={() => (dirty ? setAt('leaving') : onClose())}
      actions={
        <>
          <span className="kit-space mg-dim mg-num">
            {!chosen.all &&
              t('kit.audience.summary', {
                orgs: chosen.orgs.length,
                roles: chosen.roles.length,
                users: chosen.users.length,
              })}
          </span>
          <Button onClick={() => (dirty ? setAt('leaving') : onClose())}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={at === 'saving'} disabled={!dirty} onClick={() => void save()}>
            {t('kit.form.save')}
          </Button>
        </>
      }
    >
      {problem?.code === 'stale_version' ? (
        <p className="kit-note-warn" role="alert">
          <Icon name="warn" /> {t('kit.audience.stale')}
        </p>
      ) : (
        problem && <ProblemView compact problem={problem} />
      )}
      <AudienceChoice label={t('kit.audience.title', { name })} chosen={chosen} addList={addList} onChange={set} />
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
    </Frame>
  )
}

/** What is set about a row beside its text, such as who may see it: read, edited in a dialogue or on a page, saved against its version. */
import { type ComponentType, type ReactNode, useState } from 'react'
import { type MessageKey, t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { ActionDialogProps } from '../action/action.ts'
import { useRowSetting, useWriteTo, type Write } from '../resource/calls.ts'
import { type AnyResource, nameOf, type Row } from '../resource/words.ts'

interface FieldsProps<Stands, Draft> {
  resource: AnyResource
  id: string
  name: string
  stands: Stands
  draft: Draft
  set: (part: Partial<Draft>) => void
}
export interface RowSetting<Stands extends Draft & { version: number }, Draft extends object> {
  /** Where it is read and put, below the row. */
  at: 'audience' | 'sharing' | 'visibility'
  title: MessageKey
  saved: MessageKey
  /** Somebody else was first. */
  stale: MessageKey
  /** The part of what stands that is edited. */
  part: (stands: Draft) => Draft
  same: (a: Draft, b: Draft) => boolean
  /** What is sent, where it is not the draft as it is. */
  body?: (draft: Draft) => object
  /** What is written after it in the same step, where its draft says so. */
  after?: (write: Write, id: string, draft: Draft) => Promise<void>
  Fields: ComponentType<FieldsProps<Stands, Draft>>
  /** Beside the buttons. */
  summary?: (draft: Draft) => ReactNode
}

/** Around the fields: a dialogue, or a page of its own. */
export type SettingFrame = ComponentType<{
  title: string
  onClose: () => void
  actions?: ReactNode
  children: ReactNode
}>
interface OfRow<Stands extends Draft & { version: number }, Draft extends object> {
  setting: RowSetting<Stands, Draft>
  resource: AnyResource
  id: string
  name: string
  frame: SettingFrame
  onClose: () => void
}

const InDialog: SettingFrame = (props) => <Dialog open size="large" {...props} />

/** The dialogue that sets it for one row. */
export function settingDialog<R extends AnyResource, Stands extends Draft & { version: number }, Draft extends object>(
  resource: R,
  setting: RowSetting<Stands, Draft>,
): ComponentType<ActionDialogProps<Row<R>>> {
  return function SettingDialog({ rows, onClose }) {
    const [row] = rows
    if (!row) return null
    const of = { setting, resource, id: row.id, name: nameOf(resource, row) }
    return <SettingOf {...of} frame={InDialog} onClose={onClose} />
  }
}

export function SettingOf<Stands extends Draft & { version: number }, Draft extends object>(
  props: OfRow<Stands, Draft>,
) {
  const { setting, resource, id, name, frame: Frame, onClose } = props
  const { data, error, refetch } = useRowSetting<Stands>(resource, id, setting.at)
  if (data) return <Editor {...props} stands={data} refetch={refetch} />
  return (
    <Frame title={t(setting.title, { name })} onClose={onClose}>
      {error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="form" rows={3} />}
    </Frame>
  )
}

function Editor<Stands extends Draft & { version: number }, Draft extends object>({
  setting,
  resource,
  id,
  name,
  frame: Frame,
  onClose,
  stands,
  refetch,
}: OfRow<Stands, Draft> & { stands: Stands; refetch: () => void }) {
  const { Fields, at: path, part, same, body = (d: Draft) => d, after, summary } = setting
  const [edited, setEdited] = useState<Draft>()
  const [at, setAt] = useState<'editing' | 'saving' | 'leaving'>('editing')
  const [problem, setProblem] = useState<AppProblem>()
  const write = useWriteTo()
  const draft = edited ?? part(stands)
  const dirty = edited !== undefined && !same(edited, stands)

  const save = async () => {
    if (at === 'saving') return
    setAt('saving')
    setProblem(undefined)
    try {
      await write(`PUT ${resource.path}/:id/${path}`, {
        params: { id },
        body: { ...body(draft), version: stands.version },
      })
      await after?.(write, id, draft)
      toast.ok(t(setting.saved))
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
    <Frame
      title={t(setting.title, { name })}
      onClose={leave}
      actions={
        <>
          {summary && <span className="kit-space mg-dim mg-num">{summary(draft)}</span>}
          <Button onClick={leave}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={at === 'saving'} off={!dirty && t('ui.unchanged')} onClick={() => void save()}>
            {t('kit.form.save')}
          </Button>
        </>
      }
    >
      {problem?.code === 'stale_version' ? (
        <p className="kit-note-warn" role="alert">
          <Icon name="warn" /> {t(setting.stale)}
        </p>
      ) : (
        problem && <ProblemView compact problem={problem} />
      )}
      <Fields
        resource={resource}
        id={id}
        name={name}
        stands={stands}
        draft={draft}
        set={(changed) => setEdited({ ...draft, ...changed })}
      />
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

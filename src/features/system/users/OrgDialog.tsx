/** Adding, renaming, moving and removing an organisation. */
import { type FormEvent, useId, useState } from 'react'
import type { RuleBreak } from '../../../contract/rules.ts'
import { displayNameBreaks } from '../../../contract/rules.ts'
import type { Org } from '../../../contract/system/routes.ts'
import { t, tOr } from '../../../i18n/index.ts'
import { Holders } from '../../../kit/action/Holders.tsx'
import { blockingRowsOf } from '../../../kit/action/bulk.logic.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { orgChoices, orgTree } from '../../../kit/pick/orgs.logic.ts'
import { PickFixed } from '../../../kit/pick/Pick.tsx'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { mayMove } from './orgRail.logic.ts'

export type OrgTask =
  | { at: 'add'; parent: Org | undefined }
  | { at: 'rename'; org: Org }
  | { at: 'move'; org: Org }
  | { at: 'remove'; org: Org }

interface OrgDialogProps {
  task: OrgTask
  orgs: readonly Org[]
  onClose: () => void
  onRemoved: (id: string) => void
}

export function OrgDialog({ task, orgs, onClose, onRemoved }: OrgDialogProps) {
  switch (task.at) {
    case 'add':
    case 'rename':
      return <NameDialog task={task} onClose={onClose} />
    case 'move':
      return <MoveDialog org={task.org} orgs={orgs} onClose={onClose} />
    case 'remove':
      return <RemoveDialog org={task.org} onClose={onClose} onRemoved={() => onRemoved(task.org.id)} />
  }
}

const say = (b: RuleBreak | undefined): string | undefined => b && tOr([`rule.${b.rule}`], t('rule.format'), b.params)

function NameDialog({ task, onClose }: { task: Extract<OrgTask, { at: 'add' | 'rename' }>; onClose: () => void }) {
  const [name, setName] = useState(task.at === 'rename' ? task.org.name : '')
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const [add, adding] = useWrite('POST /orgs')
  const [rename, renaming] = useWrite('PUT /orgs/:id')
  const form = useId()
  const given = name.trim()
  const broken = given === '' ? { rule: 'required' } : displayNameBreaks(given)[0]
  const taken = problem?.code === 'name_taken' ? t('rule.taken') : undefined
  const save = async (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (broken) return
    try {
      if (task.at === 'add') await add({ body: { name: given, parent_id: task.parent?.id ?? null } })
      else await rename({ params: { id: task.org.id }, body: { name: given, version: task.org.version } })
      toast.ok(t(task.at === 'add' ? 'user.org.added' : 'user.org.renamed', { name: given }))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={
        task.at === 'rename'
          ? t('user.org.rename_title', { name: task.org.name })
          : task.parent
            ? t('user.org.add_title', { name: task.parent.name })
            : t('user.org.add_top')
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} busy={adding.busy || renaming.busy}>
            {t(task.at === 'add' ? 'kit.form.create' : 'kit.form.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(e) => void save(e)}>
        <TextField
          data-autofocus
          label={t('user.org.name')}
          value={name}
          onChange={(v) => {
            setName(v)
            setProblem(undefined)
          }}
          error={taken ?? (tried ? say(broken) : undefined)}
          autoComplete="off"
          required
        />
        {problem && !taken && <ProblemView compact problem={problem} />}
      </form>
    </Dialog>
  )
}

/** Stands for no parent among the choices. */
const top = 'top'

function MoveDialog({ org, orgs, onClose }: { org: Org; orgs: readonly Org[]; onClose: () => void }) {
  const [to, setTo] = useState<string[]>([org.parent_id ?? top])
  const [move] = useWrite('POST /orgs/:id/move')
  const id = useId()
  const roots = orgTree(orgs)
  const places = [
    { id: top, label: t('user.org.top') },
    ...orgChoices(orgs).filter((c) => mayMove(roots, org.id, { parent_id: c.id, before: null })),
  ]
  const parent = to[0] === top ? null : (to[0] ?? null)
  return (
    <Confirm
      open
      title={t('user.org.move_title', { name: org.name })}
      confirm={t('user.org.move_here')}
      onConfirm={async () => {
        await move({ params: { id: org.id }, body: { parent_id: parent, before: null, version: org.version } })
        toast.ok(t('user.org.moved'))
      }}
      onClose={onClose}
    >
      <label className="mg-label" htmlFor={id}>
        {t('user.org.move_to')}
      </label>
      <PickFixed id={id} all={places} value={to} onChange={setTo} />
      <p className="mg-hint">{t('user.org.move_hint')}</p>
    </Confirm>
  )
}

function RemoveDialog({ org, onClose, onRemoved }: { org: Org; onClose: () => void; onRemoved: () => void }) {
  const [remove] = useWrite('DELETE /orgs/:id')
  const [held, hold] = useState<Record<string, unknown>>()
  return (
    <Confirm
      open
      danger
      title={t('user.org.remove_title', { name: org.name })}
      confirm={t('user.org.remove')}
      onConfirm={async () => {
        try {
          await remove({ params: { id: org.id } })
        } catch (e) {
          const { code, details } = problemOf(e)
          if (code === 'in_use') hold(details)
          throw e
        }
        toast.ok(t('user.org.removed', { name: org.name }))
        onRemoved()
      }}
      onClose={onClose}
    >
      <p>{t('user.org.remove_text')}</p>
      {held && <Holders holders={blockingRowsOf(held)} />}
    </Confirm>
  )
}

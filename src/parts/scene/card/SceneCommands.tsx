/** The buttons of a scene. While one of its commands is on its way it is busy and the others wait; a refusal is a sentence beside them. */
import { lazy, Suspense, useState } from 'react'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Menu } from '../../../ui/input/Menu.tsx'
import { problemText } from '../../../ui/feedback/ProblemView.tsx'
import { useDispatch } from 'react-redux'
import { type SceneRequestState, scenesActions } from '../life/scenes.slice.ts'
import { useCommand } from '../life/use.ts'
import { type SceneButtonName, actOf, buttonsOf, mayInvite, splitButtons, type SceneButton } from './card.logic.ts'

const SnapshotDialog = lazy(() => import('./SnapshotDialog.tsx'))
const ModifyDialog = lazy(() => import('./ModifyDialog.tsx'))
const PeopleDialog = lazy(() => import('./PeopleDialog.tsx'))
const RestoreDialog = lazy(() => import('./RestoreDialog.tsx'))

/** What is asked before it is done. */
const sure: Partial<
  Record<SceneButtonName, { title(name: string): string; text(o: { others: string }): string; hint(): string }>
> = {
  stop: {
    title: (name) => t('scene.stop_title', { name }),
    text: (o) => t('scene.stop_text', o),
    hint: () => t('scene.stop_hint'),
  },
  reboot: {
    title: (name) => t('scene.reboot_title', { name }),
    text: (o) => t('scene.reboot_text', o),
    hint: () => t('scene.reboot_hint'),
  },
  close: {
    title: (name) => t('scene.close_title', { name }),
    text: (o) => t('scene.close_text', o),
    hint: () => t('scene.close_hint'),
  },
}

interface CommandsProps {
  scene: Scene
  asked: SceneRequestState | undefined
  /** Buttons beside each other before the menu. */
  room?: number
}

export function SceneCommands({ scene, asked, room = 3 }: CommandsProps) {
  const send = useCommand(scene.id)
  const [asking, setAsking] = useState<SceneButton>()
  const [inviting, setInviting] = useState(false)
  const invites = mayInvite(scene)
  const under = asked && !asked.problem ? asked.command : undefined
  const { out, more } = splitButtons(buttonsOf(scene), room)
  const press = (b: SceneButton) => (b.asks ? setAsking(b) : send(b.command))
  const close = () => setAsking(undefined)
  const inMenu = more.some((b) => b.command === under)
  return (
    <span className="sc-commands">
      {out.map((b) => (
        <Button
          key={b.act}
          size="small"
          icon={b.icon}
          tone={b.main ? 'primary' : b.danger ? 'danger' : 'plain'}
          busy={under === b.command}
          disabled={under !== undefined && under !== b.command}
          title={sure[b.act]?.hint()}
          onClick={() => press(b)}
        >
          {t(`scene.act.${b.act}`)}
        </Button>
      ))}
      {(more.length > 0 || invites) && (
        <Menu
          floating
          label={t('scene.more', { name: scene.name })}
          trigger={inMenu ? <span className="mg-btn-busy" aria-hidden="true" /> : <Icon name="more" />}
          triggerClass="mg-btn mg-btn-plain mg-btn-small mg-btn-icon"
          items={[
            ...(invites
              ? [{ id: 'people', label: t('scene.people'), icon: 'users' as const, onSelect: () => setInviting(true) }]
              : []),
            ...more.map((b) => ({
              id: b.act,
              label: t(`scene.act.${b.act}`),
              icon: b.icon,
              danger: b.danger ?? false,
              disabled: under !== undefined,
              title: sure[b.act]?.hint(),
              onSelect: () => press(b),
            })),
          ]}
        />
      )}
      {asking?.asks === 'sure' && (
        <Confirm
          open
          danger={asking.danger ?? false}
          title={sure[asking.act]?.title(scene.name) ?? ''}
          confirm={t(`scene.act.${asking.act}`)}
          onConfirm={() => send(asking.command)}
          onClose={close}
        >
          <p>{sure[asking.act]?.text({ others: scene.kind === 'private' ? 'no' : 'yes' })}</p>
        </Confirm>
      )}
      <Suspense fallback={null}>
        {inviting && <PeopleDialog scene={scene} onClose={() => setInviting(false)} />}
        {asking?.asks === 'name' && (
          <SnapshotDialog scene={scene} onClose={close} onName={(name) => send('snapshot', { name })} />
        )}
        {asking?.asks === 'snapshot' && (
          <RestoreDialog scene={scene} onClose={close} onChoose={(id) => send('restore', { snapshot_id: id })} />
        )}
        {asking?.asks === 'changes' && (
          <ModifyDialog scene={scene} onClose={close} onTake={() => send(asking.command)} />
        )}
      </Suspense>
    </span>
  )
}

/** Why the last command was refused, until it is put away. */
export function CommandRefusal({ scene, asked }: { scene: Scene; asked: SceneRequestState | undefined }) {
  const dispatch = useDispatch()
  if (!asked?.problem) return null
  const act = actOf(asked.command)
  const name = act === 'extend' ? t('scene.act.extend', format.timed(scene.extensions)) : t(`scene.act.${act}`)
  return (
    <p className="sc-refusal" role="alert">
      <Icon name="warn" />
      <span>{t('scene.refused', { act: name, why: problemText(asked.problem) })}</span>
      <IconButton
        size="small"
        icon="close"
        label={t('ui.close')}
        onClick={() => dispatch(scenesActions.dismissed(scene.id))}
      />
    </p>
  )
}

/** Which buttons a scene offers now. The server says what may be done (`can`); here is only what each is called and where it stands. */
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import type { SceneStatus } from '../../../contract/scene/status.ts'
import type { IconName } from '../../../ui/icon/icons.ts'
import type { SceneCommandName } from '../life/scenes.slice.ts'

const acts = [
  'initiate',
  'start',
  'retry',
  'recover',
  'pause',
  'stop',
  'reboot',
  'snapshot',
  'restore',
  'modify',
  'close',
] as const
export type SceneButtonName = (typeof acts)[number]

export interface SceneButton {
  act: SceneButtonName
  command: SceneCommandName
  icon: IconName
  /** What is asked before it is sent. */
  asks?: 'name' | 'snapshot' | 'changes' | 'sure'
  /** Stands in the menu. */
  aside?: true
  main?: true
  danger?: true
}

type Seen = Pick<Scene, 'status' | 'can'>

/** What “try again” means: making what was never made, starting what broke, removing what would not go. */
const retries: Partial<Record<SceneStatus, SceneCommandName>> = {
  failed: 'create',
  error: 'restart',
  abnormal: 'restart',
  deleting: 'delete',
}
const looks: Record<SceneButtonName, Omit<SceneButton, 'act' | 'command'>> = {
  initiate: { icon: 'flag-mark', main: true },
  start: { icon: 'play', main: true },
  retry: { icon: 'refresh', main: true },
  recover: { icon: 'play', main: true },
  pause: { icon: 'pause' },
  stop: { icon: 'stop', asks: 'sure' },
  reboot: { icon: 'refresh', asks: 'sure' },
  snapshot: { icon: 'image', asks: 'name', aside: true },
  restore: { icon: 'history', asks: 'snapshot', aside: true },
  modify: { icon: 'network', asks: 'changes', aside: true },
  close: { icon: 'power', asks: 'sure', aside: true, danger: true },
}

function commandOf(act: SceneButtonName, { status }: Seen): SceneCommandName | undefined {
  if (act === 'retry') return retries[status]
  // what is being removed is not closed a second time: that is trying again
  if (act === 'close' && status === 'deleting') return undefined
  // after a fault the whole scene is started again instead
  if (act === 'reboot' && status === 'abnormal') return undefined
  return act
}

export const buttonsOf = (scene: Seen): SceneButton[] =>
  acts.flatMap((act): SceneButton[] => {
    const command = commandOf(act, scene)
    return command && scene.can.includes(command) ? [{ act, command, ...looks[act] }] : []
  })

/** Those that stand beside each other, and those in the menu behind them. Closing is never next to what is pressed often. */
export function splitButtons(
  buttons: readonly SceneButton[],
  room: number,
): { out: SceneButton[]; more: SceneButton[] } {
  const out = buttons.filter((b) => !b.aside).slice(0, room)
  const more = buttons.filter((b) => !out.includes(b))
  // a menu of one is a button
  return more.length === 1 && out.length === 0 ? { out: [...out, ...more], more: [] } : { out, more }
}

/** A command by the name of its button, for a refusal. */
export const actOf = (command: SceneCommandName): SceneButtonName | 'extend' =>
  command === 'extend'
    ? 'extend'
    : (acts.find((a) => a === command) ??
      (command === 'unpause' ? 'recover' : command === 'delete' ? 'close' : 'retry'))

/** Whoever leads it looks over shoulders and names other leaders. */
export const leadsScene = (scene: Pick<Scene, 'can'>): boolean => scene.can.includes('shadow')
/** A scene that the platform made for one person stays that person's alone, unless somebody leads it. */
export const mayInvite = (scene: Pick<Scene, 'can' | 'created_by'>): boolean =>
  scene.can.includes('update') && (leadsScene(scene) || scene.created_by !== '')

/** Sentences about scenes: why one is where it is, what happened to it, how long something takes. */
import type { SceneEventCode } from '../../../contract/scene/event.ts'
import type { StatusReason } from '../../../contract/scene/node.ts'
import type { SceneEventLine } from '../../../contract/scene/scene.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { isOneOf, keysOf } from '../../../contract/lib/typed.ts'

type Params = Readonly<Record<string, string | number>>
const nodeWhy = (code: unknown): string => tOr([`scene.node_reason.${String(code)}`], String(code))
/** Why a driver will not, and why it cannot be here. */
export const refusalText = (code: string): string => tOr([`scene.refusal.${code}`, `scene.node_reason.${code}`], code)
export const driverReasonText = (code: string): string => tOr([`scene.driver_reason.${code}`], code)
export const driverName = (name: string): string => tOr([`scene.driver.${name}`], name)

/** Why a scene is where it is. */
export function sceneReasonText({ code, params }: StatusReason): string {
  const said = (name: string) => String(params[name] ?? '')
  switch (code) {
    case 'deadline':
    case 'neglected': {
      const minutes = code === 'deadline' ? Math.ceil(Number(params['seconds'] ?? 0) / 60) : Number(params['minutes'])
      return t(`scene.reason.${code}`, { time: format.span(minutes * 60) })
    }
    case 'node_failed':
      return t('scene.reason.node_failed', { node: said('node'), why: nodeWhy(params['code']) })
    case 'driver_refused': {
      const [node, why] = [said('node'), refusalText(said('code'))]
      return node ? t('scene.reason.driver_refused_node', { node, why }) : t('scene.reason.driver_refused', { why })
    }
    case 'driver_unavailable':
      return t('scene.reason.driver_unavailable', {
        driver: driverName(said('driver')),
        why: driverReasonText(said('code')),
      })
    default:
      return t(`scene.reason.${code}`, params)
  }
}

const eventName = (event: unknown): string => tOr([`scene.event_name.${String(event)}`], String(event))
const statusName = (status: unknown): string => tOr([`scene.status.${String(status)}`], String(status))
const kindName = (kind: unknown): string => tOr([`scene.console_kind.${String(kind)}`], String(kind))

/** What a code's sentence names, in the viewer's words. */
const named: Partial<Record<SceneEventCode, (p: Params) => Record<string, string | number>>> = {
  asked: (p) => ({ event: eventName(p['event']) }),
  node_asked: (p) => ({ event: eventName(p['event']) }),
  moved: (p) => ({ from: statusName(p['from']), to: statusName(p['to']) }),
  node_failed: (p) => ({ why: nodeWhy(p['code']) }),
  console_opened: (p) => ({ kind: kindName(p['kind']) }),
  console_closed: (p) => ({ kind: kindName(p['kind']), time: format.span(Number(p['seconds'] ?? 0)) }),
  file_injected: (p) => ({ path: p['path'] ?? '', size: format.size(Number(p['bytes'] ?? 0)) }),
  usb_failed: (p) => ({ name: p['name'] ?? '', why: tOr([`scene.usb_reason.${String(p['code'])}`], '') }),
  file_failed: (p) => ({ path: p['path'] ?? '', why: tOr([`scene.file_reason.${String(p['code'])}`], '') }),
}

/** One line of the log as a sentence; a code of a newer server shows as itself. */
export function eventText({ code, params }: Pick<SceneEventLine, 'code' | 'params'>): string {
  const values = { ...format.timed(params), ...(isOneOf(keysOf(named), code) ? named[code]?.(params) : undefined) }
  return tOr([`scene.event.${code}`], code, values)
}

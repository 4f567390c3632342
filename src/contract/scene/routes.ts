import { z } from 'zod'
import { visibleText } from '../lib/oneLine.schema.ts'
import type { ProblemCode } from '../problems.ts'
import type { ScreenName } from '../screens/index.ts'
import { BulkReply, Choice, Id, Ids, listQuery, many, page, Paging } from '../lib/crud.ts'
import { type Route, routes, routesAs } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { Instance } from './instance.schema.ts'
import { instance } from './instance.ts'
import { nodeEvents, sceneLimits } from './node.ts'
import {
  SceneDriverOptions,
  NodeIdList,
  Scene,
  SceneBody,
  SceneChange,
  SceneChanges,
  SceneDetail,
  SceneEvents,
  SceneMetrics,
  SceneSnapshot,
  SceneWatch,
  SceneWatched,
} from './scene.schema.ts'
import { making, overseeing, scene } from './scene.ts'
import { type AskedEvent, askedEvents } from './status.ts'

/** Pages that show a scene to those who are in it: the server looks whose it is. */
const serves = ['course-scene-console', ...overseeing, 'scene-monitor-detail', 'instance-monitor-display'] as const
export const ownSceneAccess = { screens: 'signed-in', serves } as const satisfies Pick<Route, 'screens' | 'serves'>
const overseers: readonly ScreenName[] = overseeing
export const emptyBody = z.strictObject({})
export const sceneProblemCodes: readonly ProblemCode[] = [
  'not_allowed_in_state',
  'no_operation_permission',
  'license_limit',
  'scenes_at_once',
]

/** What an event needs to know beyond the scene. */
const bodies = {
  snapshot: z.strictObject({
    name: sized(visibleText(z.string().trim()), sceneLimits.snapshotName.min, sceneLimits.snapshotName.max),
  }),
  restore: z.strictObject({ snapshot_id: Id }),
} as const
type BodyOf<E extends AskedEvent> = E extends keyof typeof bodies ? (typeof bodies)[E] : typeof emptyBody
type R0 = Omit<Route, 'reply' | 'body' | 'query'>

type EventRoutes = {
  [E in AskedEvent as `POST /scenes/:id/${E}`]: R0 & { body: BodyOf<E>; reply: typeof Scene }
}
const eventRoutes = routesAs<EventRoutes>(
  Object.fromEntries(
    askedEvents.map((event): [string, Route] => [
      `POST /scenes/:id/${event}`,
      {
        ...ownSceneAccess,
        summary: `Send the event ${event} to a scene`,
        body: event === 'snapshot' || event === 'restore' ? bodies[event] : emptyBody,
        reply: Scene,
        problems: sceneProblemCodes,
        // what runs may be brought to its end
        ...(event === 'stop' || event === 'close' || event === 'delete' ? { finishes: true } : {}),
        audit: `scene.${event}`,
      },
    ]),
  ),
)

/** Events that several scenes are sent at once. */
export const bulkEvents = ['start', 'stop', 'reboot', 'pause', 'recover', 'close', 'delete'] as const
export type BulkEvent = (typeof bulkEvents)[number]
type BulkRoutes = {
  [E in BulkEvent as `POST /scenes/${E}`]: R0 & { body: typeof Ids; reply: typeof BulkReply }
}
const bulkRoutes = routesAs<BulkRoutes>(
  Object.fromEntries(
    bulkEvents.map((event): [string, Route] => [
      `POST /scenes/${event}`,
      {
        ...ownSceneAccess,
        summary: `Send the event ${event} to several scenes; one refused hides no other`,
        body: Ids,
        reply: BulkReply,
        audit: `scene.${event}`,
      },
    ]),
  ),
)

const onNodes = [...nodeEvents, 'remove'] as const
type OnNode = (typeof onNodes)[number]
type NodeRoutes = {
  [E in OnNode as `POST /scenes/:id/nodes/${E}`]: R0 & { body: typeof NodeIdList; reply: typeof Scene }
} & { [E in OnNode as `POST /instances/${E}`]: R0 & { body: typeof Ids; reply: typeof BulkReply } }
const nodeRoutes = routesAs<NodeRoutes>(
  Object.fromEntries(
    onNodes.flatMap((event): [string, Route][] => [
      [
        `POST /scenes/:id/nodes/${event}`,
        {
          ...ownSceneAccess,
          summary: `${event} nodes of a scene`,
          body: NodeIdList,
          reply: Scene,
          problems: sceneProblemCodes,
          audit: `instance.${event}`,
        },
      ],
      [
        `POST /instances/${event}`,
        {
          summary: `${event} several instances; one refused hides no other`,
          screens: overseers,
          body: Ids,
          reply: BulkReply,
          audit: `instance.${event}`,
        },
      ],
    ]),
  ),
)

export const sceneRoutes = {
  ...routes({
    'GET /drivers': {
      summary: 'What can run scenes on this server and what runs one that does not say; the reason of one that cannot',
      screens: [...making, 'system-config'],
      reply: SceneDriverOptions,
    },
    'GET /scenes': {
      ...ownSceneAccess,
      summary: 'Scenes: all for whoever oversees them, one’s own for everybody else',
      query: listQuery(scene),
      reply: page(Scene),
    },
    'GET /scenes/options': {
      ...ownSceneAccess,
      serves: [...serves, 'scene-recording', 'scene-recording-admin'],
      summary: 'Pick a scene by name, also one that is closed while there are recordings of it',
      query: z.strictObject({ ...Paging, ids: many(Id) }),
      reply: page(Choice),
    },
    'POST /scenes': {
      summary: 'Create a scene from a topology and start it; it queues where the licence is used up',
      screens: making,
      body: SceneBody,
      reply: Scene,
      problems: ['license_limit', 'topology_unfit', 'driver_unavailable'],
      audit: 'scene.create',
    },
    'POST /scenes/watch': {
      ...ownSceneAccess,
      summary: 'Changes of scenes since the given revisions, and when to ask again',
      body: SceneWatch,
      reply: SceneWatched,
      safe: true,
      rate: 'read',
    },
    'GET /scenes/:id': { ...ownSceneAccess, summary: 'One scene with its drawing', reply: SceneDetail },
    'PUT /scenes/:id': {
      ...ownSceneAccess,
      summary: 'Change name and people of a scene',
      body: SceneChange,
      reply: Scene,
      problems: ['stale_version', 'version_required'],
      audit: 'scene.update',
    },
    'POST /scenes/:id/extend': {
      ...ownSceneAccess,
      summary: 'Request an extension; its minutes and how often are settings',
      body: emptyBody,
      reply: Scene,
      problems: ['not_allowed_in_state', 'extensions_used_up', 'class_hour_time'],
      audit: 'scene.extend',
    },
    'GET /scenes/:id/events': {
      ...ownSceneAccess,
      summary: 'Events of a scene, newest first',
      query: z.strictObject({
        before: z
          .stringFormat('whole', /^\d{1,15}$/)
          .transform(Number)
          .or(z.number().int())
          .optional(),
        node: Id.optional(),
      }),
      reply: SceneEvents,
    },
    'GET /scenes/:id/metrics': {
      ...ownSceneAccess,
      summary: 'Metrics of every node over the last half hour',
      reply: SceneMetrics,
    },
    'GET /scenes/:id/snapshots': {
      ...ownSceneAccess,
      summary: 'Snapshots, newest first',
      reply: z.object({ items: z.array(SceneSnapshot), most: z.number().int() }),
    },
    'GET /scenes/:id/changes': {
      ...ownSceneAccess,
      summary: 'Preview of updating a scene to the current topology',
      reply: SceneChanges,
      problems: sceneProblemCodes,
    },
    'POST /scenes/:id/snapshots/remove': {
      ...ownSceneAccess,
      summary: 'Remove a snapshot',
      body: z.strictObject({ snapshot_id: Id }),
      reply: z.object({ id: Id }),
      problems: sceneProblemCodes,
      audit: 'snapshot.remove',
    },
    'GET /instances': {
      summary: 'Every node of every scene',
      screens: overseers,
      query: listQuery(instance),
      reply: page(Instance),
    },
  }),
  ...eventRoutes,
  ...bulkRoutes,
  ...nodeRoutes,
}

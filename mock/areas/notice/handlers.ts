import { runningHour } from '../classroom/running.ts'
import { runningExam } from '../exam/running.ts'
import type { DueHandlers } from '#mock/db/due.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { announcement, beginning } from './announcement.ts'
import { announcements, streamsOf, announcementAudience } from './audience.ts'
import { comment } from './comment.ts'
import { announcementReach } from './keepers.ts'
import { markRead, messagesOf, removeMessages, unreadMessages } from './messages.ts'
import { readersOf } from './readers.ts'
import { managesAnnouncement, noteRead, oneReceived, received, unreadAnnouncements } from './received.ts'
import { ownCommentThread, ownThreads, reviewSetting, say, thread, withdraw } from './thread.ts'

const some = (body: { ids: string[] } | { all: true }) => ('ids' in body ? body.ids : undefined)

export const noticeHandlers = {
  ...announcement,
  ...comment,
  ...area({
    'GET /announcements/received': async ({ q, who, platform, query }) => received(q, who, platform.now(), query),
    'GET /announcements/received/:id': async ({ q, who, platform, params, query }) =>
      oneReceived(q, who, platform.now(), params.id, query.language),
    'POST /announcements/received/read': async ({ q, who, platform, body, audit }) => {
      const ids = some(body)
      const done = await noteRead(q, who, platform.now(), ids)
      for (const id of ids ?? ['']) audit({ entity: 'announcement', id, details: { done } })
      return { done }
    },
    'GET /announcements/reach': async ({ q, who }) => announcementReach(q, who),
    'GET /announcements/:id/readers': async ({ q, who, params, query }) => {
      const doc = (await managesAnnouncement(q, who, params.id)) ? await announcements.get(q, params.id) : undefined
      if (!doc) throw new Fail('not_found')
      return readersOf(q, params.id, doc.data, query)
    },
    'GET /messages': async ({ q, who, query }) => messagesOf(q, who, query),
    'GET /messages/unread': async ({ q, who, platform }) => ({
      messages: await unreadMessages(q, who),
      announcements: await unreadAnnouncements(q, who, platform.now()),
      exam: await runningExam(q, who.id, platform.now()),
      hour: await runningHour(q, who, platform.now()),
    }),
    'POST /messages/read': async ({ q, who, platform, body }) => ({
      done: await markRead(q, who, platform.now(), some(body)),
    }),
    'POST /messages/remove': async ({ q, who, body, audit }) => {
      const out = await removeMessages(q, who, body.ids)
      for (const id of out.done) audit({ entity: 'message', id })
      return out
    },
    'GET /comments/mine': async ({ query, ...at }) => ownThreads(at, query),
    'GET /comments/mine/:id': async ({ params, ...at }) => ownCommentThread(at, params.id),
    'GET /comments/thread': async ({ query, ...at }) => thread(at, query),
    'POST /comments': async ({ body, ...at }) => say(at, body),
    'POST /comments/:id/withdraw': async ({ params, ...at }) => withdraw(at, params.id),
    'GET /comments/review': async ({ platform }) => ({ before: await platform.settings.get(reviewSetting, false) }),
    'PUT /comments/review': async ({ q, who, platform, body, audit }) => {
      const before = await platform.settings.get(reviewSetting, false)
      await platform.settings.put(q, reviewSetting, body.before, who.id)
      audit({ entity: 'setting', id: reviewSetting, before: { before }, after: { before: body.before } })
      return { before: body.before }
    },
  }),
}

/** What the clock brings about. */
export const noticeDue: DueHandlers = {
  [beginning]: async (q, id) => {
    const doc = await announcements.get(q, id)
    if (doc) await publish(q, 'announcements', streamsOf(announcementAudience(doc.data)))
  },
}

/** The actions most resources have. */
import type { BulkReply } from '../../contract/lib/crud.ts'
import { counterOf } from '../resource/counter.ts'
import { lazy } from 'react'
import type { ListQuery } from '../../contract/lib/resource.ts'
import type { ScreenName } from '../../contract/screens/index.ts'
import { type MessageKey, t } from '../../i18n/index.ts'
import { type AnyResource, nameOf, type Row } from '../resource/words.ts'
import type { AddList, AudienceWords } from '../audience/audience.logic.ts'
import type { ActionOf } from './action.ts'

/** A link to the page that adds one; shown to those who may see that page. */
export const add = <R extends AnyResource>(
  _: R,
  screen: ScreenName,
  to: (query?: ListQuery) => string,
): ActionOf<R> => ({
  id: 'create',
  label: 'kit.action.create',
  icon: 'plus',
  needs: 'none',
  main: true,
  screens: [screen],
  to: (_, _rows, query) => to(query),
})

export const edit = <R extends AnyResource>(_: R, to: (row: Row<R>) => string): ActionOf<R> => ({
  id: 'update',
  label: 'kit.action.update',
  icon: 'edit',
  needs: 'one',
  key: 'e',
  to: (row) => (row ? to(row) : ''),
})

interface Removing<R extends AnyResource> {
  label?: MessageKey
  one: (row: Row<R>) => string
  many: (n: number) => string
  text: () => string
  done?: (rows: readonly Row<R>[]) => string
  /** Without it all of them, one or several, in one call that answers for each. */
  call?: Write<R>
}
type Write<R extends AnyResource> = Extract<ActionOf<R>, { call: unknown }>['call']

/** Removing, in whatever words: asked first with the name of one, the number of several. */
export const removing = <R extends AnyResource>(resource: R, o: Removing<R>): ActionOf<R> => ({
  id: 'remove',
  label: o.label ?? 'kit.action.remove',
  icon: 'trash',
  needs: 'many',
  danger: true,
  removes: true,
  confirm: { title: (rows) => (rows.length === 1 && rows[0] ? o.one(rows[0]) : o.many(rows.length)), text: o.text },
  ...(o.done ? { done: o.done } : {}),
  call:
    o.call ??
    ((rows, write) => write<BulkReply>(`POST ${resource.path}/remove`, { body: { ids: rows.map((r) => r.id) } })),
})

/** Removes one or several, asked first with their names. Rows in use stay, and the answer says what uses them. */
export const remove = <R extends AnyResource>(resource: R): ActionOf<R> =>
  removing(resource, {
    one: (row) => t('kit.action.remove_title', { name: nameOf(resource, row) }),
    many: (n) => t('kit.action.remove_title_many', { n, unit: counterOf(resource.name) }),
    text: () => t(resource.restorable ? 'kit.action.remove_text_undo' : 'kit.action.remove_text'),
    done: (rows) =>
      rows.length === 1 && rows[0]
        ? t('kit.action.removed', { name: nameOf(resource, rows[0]) })
        : t('kit.action.removed_many', { n: rows.length, unit: counterOf(resource.name) }),
    call: async (rows, write) => {
      const [row] = rows
      if (rows.length === 1 && row) {
        await write(`DELETE ${resource.path}/:id`, { params: { id: row.id } })
        return undefined
      }
      return await write<BulkReply>(`POST ${resource.path}/remove`, { body: { ids: rows.map((r) => r.id) } })
    },
  })

/** A copy of one row, which opens: whoever copies wants to change something of it. */
export const copy = <R extends AnyResource>(
  resource: R,
  to: (id: string) => string,
  o: { done?: () => string; may?: string } = {},
): ActionOf<R> => ({
  id: 'copy',
  label: 'kit.action.copy',
  icon: 'copy',
  needs: 'one',
  ...(o.may === undefined ? {} : { may: (row) => row.can.includes(o.may ?? '') }),
  done: ([row]) => o.done?.() ?? t('kit.action.copied', { name: row ? nameOf(resource, row) : '' }),
  call: async ([row], write) => {
    if (!row) return undefined
    const made = await write<{ id: string }>(`POST ${resource.path}/:id/copy`, { params: { id: row.id }, body: {} })
    return { goes: to(made.id) }
  },
})

type ActionName<R> = R extends { actions: infer A } ? keyof A & string : never

/** An event of the resource's own (`disable`, `publish`), on one row by its version and on several as far as the contract allows. */
export function change<R extends AnyResource, A extends ActionName<R>>(
  resource: R,
  action: A,
  o: {
    label: MessageKey
    icon?: ActionOf<R>['icon']
    danger?: true
    key?: string
    /** Asks first; its text says what will happen. */
    ask?: MessageKey
  },
): ActionOf<R> {
  const { label, ask, ...looks } = o
  const path = `${resource.path}/:id/${String(action)}`
  return {
    id: action,
    label,
    needs: resource.actions?.[action]?.on === 'many' ? 'many' : 'one',
    ...looks,
    ...(ask
      ? {
          confirm: {
            title: (rows: readonly Row<R>[]) =>
              rows.length === 1 && rows[0]
                ? t('kit.action.confirm_title', { action: t(label), name: nameOf(resource, rows[0]) })
                : t('kit.action.confirm_title_many', {
                    action: t(label),
                    n: rows.length,
                    unit: counterOf(resource.name),
                  }),
            text: () => t(ask),
          },
        }
      : {}),
    call: async (rows, write) => {
      const [row] = rows
      if (rows.length === 1 && row) {
        await write(`POST ${path}`, { params: { id: row.id }, body: { version: row.version } })
        return undefined
      }
      return await write<BulkReply>(`POST ${resource.path}/${String(action)}`, {
        body: { ids: rows.map((r) => r.id) },
      })
    },
  }
}

/** Chooses who may see a row. */
/** @param addList what turns a list of people into ids, where a resource has such */
export const audience = <R extends AnyResource>(
  resource: R,
  addList?: AddList,
  words?: AudienceWords,
): ActionOf<R> => ({
  id: 'audience',
  label: words?.label ?? 'kit.action.audience',
  icon: 'users',
  needs: 'one',
  key: 'a',
  dialog: lazy(async () => {
    const { audienceDialog } = await import('../audience/AudienceDialog.tsx')
    return { default: audienceDialog(resource, addList, words) }
  }),
})

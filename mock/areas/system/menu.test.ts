/** The arrangement of the menu: kept, versioned, told to open apps, and never a right. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MenuConfig, usualMenu } from '#src/contract/menu.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const arranged: MenuConfig = {
  folders: { admin: ['system-management', 'dashboard'] },
  screens: { 'system-management': ['role-manage', 'system-config'] },
  hidden: ['screen.tool-manage', 'folder.statistics'],
  titles: { 'screen.role-manage': { 'en-US': 'Duties', 'zh-CN': '岗位' } },
}
const put = (version: number, config: unknown = arranged) =>
  s.send('PUT /menu-config', { body: { version, config } }, 'super')
const rights = (who: 'admin' | 'student') => s.ok('GET /session/permissions', {}, who)

it('travels with the rights of everybody from the next call on, and changes what they are stamped with', async () => {
  const before = await rights('student')
  expect(before.menu).toEqual(usualMenu)
  expect((await put(0)).status).toBe(200)
  const after = await rights('student')
  expect(after.menu).toEqual(arranged)
  expect(after.stamp).not.toBe(before.stamp)
  expect(await s.ok('GET /menu-config', {}, 'super')).toMatchObject({ version: 1, config: arranged })
})

it('grants nothing and takes nothing away', async () => {
  expect((await s.call('GET /tools', {}, 'admin')).status).toBe(200)
  expect((await s.call('GET /roles', {}, 'student')).status).toBe(403)
  expect((await s.call('GET /menu-config', {}, 'admin')).problem.code).toBe('no_operation_permission')
})

it('is not overwritten by who has not seen the last one, and goes back to the usual menu', async () => {
  const stale = await put(0)
  expect([stale.status, stale.problem.code]).toEqual([409, 'stale_version'])
  expect(stale.problem.details).toMatchObject({ current: { version: 1, config: arranged } })
  expect((await put(1, usualMenu)).status).toBe(200)
  expect((await rights('admin')).menu).toEqual(usualMenu)
})

it.each([
  ['a screen that does not exist', { ...usualMenu, hidden: ['screen.nowhere'] }],
  ['a screen that no menu lists', { ...usualMenu, hidden: ['screen.role-add'] }],
  ['a name in one language', { ...usualMenu, titles: { 'folder.dashboard': { 'en-US': 'Start' } } }],
  ['a name too long', { ...usualMenu, titles: { 'folder.dashboard': { 'en-US': 'x'.repeat(41), 'zh-CN': 'x' } } }],
  ['a name of nothing', { ...usualMenu, titles: { 'folder.dashboard': { 'en-US': ' ', 'zh-CN': 'x' } } }],
  ['something else', { ...usualMenu, grants: ['role-manage'] }],
])('refuses %s', async (_, config) => {
  const r = await put(2, config)
  expect([r.status, r.problem.code]).toEqual([422, 'validation'])
})

it('leaves out what a later version of the product no longer has', async () => {
  await s.db.query(
    `update setting set value = jsonb_set(value, '{hidden}', '["screen.gone", "folder.dashboard"]') where name = 'menu.config'`,
  )
  await s.platform.settings.put(s.db, 'system.name', undefined, 'tests')
  expect((await rights('admin')).menu.hidden).toEqual(['folder.dashboard'])
})

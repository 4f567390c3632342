/** A role from its making to its member's menu, in two browsers. */
import { app, call, expect, long, newcomer, sessionKey, signInApi, test, watch } from './support.ts'

test('a role is made and given, and its member’s menu changes while he looks at it; taken away, the page says so', async ({
  as,
}) => {
  const name = `role_${Date.now() % 1e9}`
  const { tokens } = await newcomer(name)
  const member = await as('normal')
  await member
    .context()
    .addInitScript(
      ([key, session]) => sessionStorage.setItem(key ?? '', session ?? ''),
      [sessionKey(), JSON.stringify(tokens)],
    )
  const keeper = await as('admin')
  const trouble = [watch(member), watch(keeper)]
  await member.goto(app('/personal'))
  const menu = member.getByRole('navigation', { name: 'Main menu' })
  await expect(menu).toBeVisible()
  await expect(member.getByRole('link', { name: 'Back office' })).toHaveCount(0)

  await keeper.goto(app('/admin/system/role/add'))
  await keeper.getByLabel(/^Name/).fill(`Keepers ${name}`)
  await keeper.getByRole('searchbox', { name: 'Search permissions' }).fill('tool-manage')
  // below the folder, which is called by its only page as in the menu
  await keeper
    .getByRole('treeitem', { name: /^Tools/ })
    .last()
    .click()
  await expect(keeper.getByRole('region', { name: 'Back office' }).getByText('Tools')).toBeVisible()
  await keeper.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(keeper.getByRole('heading', { level: 1, name: 'Roles', exact: true })).toBeVisible()
  await keeper.getByRole('searchbox').fill(`Keepers ${name}`)
  await keeper.getByRole('link', { name: new RegExp(`^Members of Keepers ${name}:`) }).click()
  const others = keeper.getByRole('region', { name: 'People with another role' })
  await others.getByRole('searchbox').fill(name)
  await others.getByRole('checkbox', { name: new RegExp(name) }).check()
  await keeper.getByRole('button', { name: 'Add (1)' }).click()

  await expect(member.getByText('Your permissions have changed.')).toBeVisible()
  await member.getByRole('link', { name: 'Back office' }).click()
  await expect(member.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()

  const own = keeper.getByRole('region', { name: `Keepers ${name}` })
  await own.getByRole('checkbox', { name: new RegExp(name) }).check()
  await keeper.getByRole('button', { name: 'Remove (1)' }).click()
  await expect(member.getByText('You do not have access')).toBeVisible()
  for (const t of trouble) expect(t.list.filter((line) => !line.includes('403'))).toEqual([])
})

/** Words of buttons, links and entries of menus that change something. */
const changing = {
  'en-US': /^(Add|New|Edit|Remove|Delete|Import|Create|Disable|Reset|Rename)\b/,
  'zh-CN': /^(新增|新建|添加|编辑|删除|移除|导入|创建(?!时间)|停用|重置|重命名)/,
} as const

test(
  'a role that only reads is made by keys; its member finds nothing to change on three lists and what they lead to, in either language',
  long,
  async ({ as, browser }) => {
    test.setTimeout(180_000)
    const name = `reads_${Date.now() % 1e9}`
    const { id, tokens } = await newcomer(name)
    const keeper = await as('admin')
    await keeper.goto(app('/admin/system/role/add'))
    await keeper.getByLabel(/^Name/).fill(`Readers ${name}`)
    const search = keeper.getByRole('searchbox', { name: 'Search permissions' })
    for (const [typed, title] of [
      ['tool-manage', 'Tools'],
      ['user-manage', 'Users'],
      ['role-manage', 'Roles'],
    ] as const) {
      await search.fill(typed)
      const line = keeper.getByRole('treeitem', { name: new RegExp(`^${title}\\b`) }).last()
      await expect(line).toBeVisible()
      for (let n = 0; n < 3; n++) await keeper.keyboard.press('Tab')
      await keeper.keyboard.press('Home')
      for (let n = 0; n < 20 && !(await line.evaluate((el) => el === document.activeElement)); n++)
        await keeper.keyboard.press('ArrowDown')
      await keeper.keyboard.press('r')
      await expect(line).toHaveAttribute('aria-checked', 'mixed')
      await expect(line).toContainText('read only')
    }
    await expect(keeper.getByText(/^6 of \d+ pages$/)).toBeVisible()
    const made = keeper.waitForResponse((r) => r.request().method() === 'POST' && r.url().endsWith('/roles'))
    await keeper.getByLabel(/^Name/).press('Enter')
    const role = (await (await made).json()) as { id: string; permissions: string[] }
    expect(role.permissions.toSorted()).toEqual(['role-manage:read', 'tool-manage:read', 'user-manage:read'])
    const { token } = await signInApi('admin')
    await call('POST', `/roles/${role.id}/members`, token, { ids: [id] })

    const lists = ['/admin/resource/tool', '/admin/system/user', '/admin/system/role']
    const details = [
      '/admin/resource/tool/category',
      '/admin/system/user/check',
      `/admin/system/role/add-role-users/${role.id}`,
    ]
    for (const language of ['en-US', 'zh-CN'] as const) {
      const context = await browser.newContext({ viewport: { width: 1366, height: 900 } })
      await context.addInitScript(
        ([key, session, word]) => {
          sessionStorage.setItem(key ?? '', session ?? '')
          localStorage.setItem(`${(key ?? '').replace(/session$/, '')}language`, word ?? '')
        },
        [sessionKey(), JSON.stringify(tokens), language],
      )
      const reader = await context.newPage()
      const trouble = watch(reader)
      const tempting = reader
        .getByRole('main')
        .getByRole('button', { name: changing[language] })
        .or(reader.getByRole('main').getByRole('link', { name: changing[language] }))
        .or(reader.getByRole('menuitem', { name: changing[language] }))
      const said = language === 'en-US' ? /can view this page, but not change/ : /只有查看权限，不能修改/
      for (const path of [...lists, ...details]) {
        await reader.goto(app(path))
        await expect(reader.getByText(said)).toBeVisible()
        await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
        if (lists.includes(path)) {
          await expect(reader.locator('[data-row="0"]')).toBeVisible()
          const menu = reader.locator('[data-row="0"] [aria-haspopup=menu]')
          if (await menu.count()) await menu.click()
        }
        await expect(tempting).toHaveCount(0)
      }
      // the form is not his, by its address either
      await reader.goto(app('/admin/resource/tool/add'))
      await expect(reader.getByText(language === 'en-US' ? 'You do not have access' : /没有.*权限/)).toBeVisible()
      expect(trouble.list).toEqual([])
      await context.close()
    }

    // whoever may change finds the same words there
    await keeper.goto(app('/admin/resource/tool'))
    await expect(
      keeper
        .getByRole('main')
        .getByRole('link', { name: changing['en-US'] })
        .or(keeper.getByRole('button', { name: changing['en-US'] })),
    ).not.toHaveCount(0)
  },
)

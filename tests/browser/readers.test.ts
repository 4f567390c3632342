/** Whoever may only read finds nothing in a list that changes something: no main button, no boxes, no menu that is empty or ends in a refusal. */
import { menu } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import { goInside } from './faults.ts'
import { app, call, expect, long, newcomer, sessionKey, signInApi, test } from './support.ts'

/** Entries of a menu that only lead somewhere. */
const looking =
  /^(Open|View|Look|Details|Export|Invigilate|Analysis|Print|Preview|Recordings?|Members|Readers|Compare|Who|Download|Progress|History|Monitor|Watch)/

test('a role that only reads is offered nothing to change in any list', long, async ({ as }) => {
  const { token } = await signInApi('super')
  const built = menu(screens, new Set(screens.map((s) => s.name)), 'admin')
  const admin = built.map((f) => f.folder).filter((f) => f !== 'dashboard')
  const { id } = await call<{ id: string }>('POST', '/roles', token, {
    name: `Reader ${Date.now() % 1_000_000}`,
    description: '',
    permissions: [...admin.map((f) => `${f}:read`), 'personal'],
  })
  const reader = await newcomer(`reader_${Date.now() % 1e9}`)
  await call('POST', `/roles/${id}/members`, token, { ids: [reader.id] })

  const page = await as('normal')
  await page
    .context()
    .addInitScript(
      ([key, session]) => sessionStorage.setItem(key ?? '', session ?? ''),
      [sessionKey(), JSON.stringify(reader.tokens)],
    )
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(app('/admin/system/user'))
  await expect(page.locator('.mg-app h1').first()).toBeVisible()
  // what they lead to, where that stands by itself, is read the same way
  const below = screens.filter((s) => s.layout === 'admin' && s.built && s.hidden && !s.form && !s.path.includes(':'))
  const listed = [...built.flatMap((f) => f.screens), ...below]
  let lists = 0
  for (const screen of listed) {
    await goInside(page, `/page/mg${screen.path}`)
    await expect(page.locator('.mg-main h1').first()).toBeVisible()
    await expect(page.locator('.mg-main [aria-busy=true]')).toHaveCount(0)
    const main = page.locator('.mg-main .mg-page-actions .mg-btn-primary')
    expect.soft(await main.allInnerTexts(), screen.name).toEqual([])
    if ((await page.locator('.kit-list').count()) === 0) continue
    await page.locator('tr[data-row], .kit-blank, .kit-cards').first().waitFor()
    lists++
    // two roles are chosen to be compared
    if (screen.name !== 'role-manage')
      expect.soft(await page.locator('tr[data-row] .kit-cell-box').count(), `${screen.name}: boxes`).toBe(0)
    const menus = page.locator('[data-row] .kit-cell-menu [aria-haspopup=menu], .kit-cards [aria-haspopup=menu]')
    if ((await menus.count()) === 0) continue
    await menus.first().click()
    const entries = await page.getByRole('menuitem').allInnerTexts()
    expect
      .soft(
        entries.filter((e) => !looking.test(e)),
        `${screen.name}: menu`,
      )
      .toEqual([])
    expect.soft(entries.length, `${screen.name}: menu`).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
  }
  expect(lists).toBeGreaterThan(12)
})

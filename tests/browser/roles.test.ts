/** A role from its making to its member's menu, in two browsers. */
import { app, call, expect, sessionKey, signInApi, test, type Tokens, watch } from './support.ts'

const password = 'Lantern-Street-88'

/** Somebody of the test's own, signed in with a password he chose. */
async function newcomer(name: string): Promise<{ id: string; tokens: Tokens }> {
  const { token } = await signInApi('admin')
  const { items } = await call<{ items: { id: string; key: string }[] }>('GET', '/roles?page_size=200', token)
  const role_id = items.find((r) => r.key === 'normal')?.id
  const body = {
    username: name,
    name: `Person ${name}`,
    role_id,
    org_id: null,
    expires_on: null,
    password: 'First-Lantern-7',
  }
  const { id } = await call<{ id: string }>('POST', '/users', token, body)
  const first = await call<Tokens>('POST', '/session', undefined, { username: name, password: 'First-Lantern-7' })
  await call('PUT', '/account/password', first.token, { current: 'First-Lantern-7', next: password })
  return { id, tokens: await call<Tokens>('POST', '/session', undefined, { username: name, password }) }
}

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
  await keeper.getByRole('treeitem', { name: /^Tools/ }).click()
  await expect(keeper.getByRole('region', { name: 'Back office' }).getByText('Tools')).toBeVisible()
  await keeper.getByRole('button', { name: 'Add', exact: true }).click()
  await keeper.getByRole('searchbox').fill(`Keepers ${name}`)
  await keeper.getByRole('link', { name: new RegExp(`^Members of Keepers ${name}:`) }).click()
  const others = keeper.getByRole('region', { name: 'People with another role' })
  await others.getByRole('searchbox').fill(name)
  await others.getByRole('checkbox', { name: new RegExp(name) }).check()
  await keeper.getByRole('button', { name: 'Add (1)' }).click()

  await expect(member.getByText('Your rights were changed.')).toBeVisible()
  await member.getByRole('link', { name: 'Back office' }).click()
  await expect(member.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()

  const own = keeper.getByRole('region', { name: `Keepers ${name}` })
  await own.getByRole('checkbox', { name: new RegExp(name) }).check()
  await keeper.getByRole('button', { name: 'Remove (1)' }).click()
  await expect(member.getByText('You have no permission for this')).toBeVisible()
  for (const t of trouble) expect(t.list.filter((line) => !line.includes('403'))).toEqual([])
})

/** Every button of a scene's life, pressed: what it is asked, what it then says. */
import { href } from '#src/contract/screens/index.ts'
import { seriousOn } from './axe.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'
import { twoContainers } from './twoContainers.ts'

test('a scene is paused, resumed, stopped, started and rebooted by its buttons, its nodes by theirs', async ({
  as,
}) => {
  const { token } = await signInApi('super')
  const name = `Buttons ${Date.now() % 1_000_000}`
  const scene = await call<{ id: string }>('POST', '/scenes', token, {
    name,
    document: await twoContainers(token),
    minutes: 30,
  })
  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app(href('scene-monitor-detail', { id: scene.id })))
  const bar = page.getByRole('region', { name, exact: true })
  const stands = (status: string) => expect(bar.getByText(status, { exact: true }).first()).toBeVisible()
  const press = (button: string) => bar.getByRole('button', { name: button, exact: true }).click()
  /** What takes the power from under people is asked for first. */
  const sure = (button: string) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  await stands('Running')
  expect(await seriousOn(page)).toEqual([])

  await press('Pause')
  await stands('Paused')
  await press('Resume')
  await stands('Running')

  // one node by itself, and all of them again
  await page.getByRole('button', { name: 'Stop web' }).click()
  await sure('Stop web')
  await expect(page.getByRole('row', { name: /^web/ })).toContainText('Off')
  await expect(bar).toContainText('1 of 2 machines on')
  await press('Reboot')
  await sure('Reboot')
  await expect(bar.getByText('Rebooting the nodes').first()).toBeVisible()
  await stands('Running')
  await expect(bar).toContainText('2 of 2 machines on')

  await press('Stop')
  await sure('Stop')
  await stands('Off')
  await press('Start')
  await stands('Running')

  await page.getByRole('tab', { name: 'Events' }).click()
  for (const asked of ['pause', 'resume', 'stop', 'start', 'reboot'])
    await expect(page.getByText(`Asked for: ${asked}`, { exact: true }).first()).toBeVisible()
  await call('POST', `/scenes/${scene.id}/close`, token, {})
  expect(trouble.list).toEqual([])
})

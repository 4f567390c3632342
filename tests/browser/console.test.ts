/** Consoles that are come back to: after a reload, after a broken line, and by whoever looks over a shoulder. */
import { href } from '#src/contract/screens/index.ts'
import { app, call, expect, long, signInApi, test, watch } from './support.ts'
import { twoContainers } from './twoContainers.ts'

test(
  'terminals come back with their screens after a reload and a broken line; who looks on is told of, and stays after a reload',
  long,
  async ({ as }) => {
    const { token } = await signInApi('super')
    const document = await twoContainers(token)
    const scene = await call<{ id: string }>('POST', '/scenes', token, {
      name: 'Two containers',
      document,
      minutes: 30,
    })
    const page = await as('super')
    const trouble = watch(page)
    const lines: { close(): Promise<void> }[] = []
    await page.routeWebSocket(/\/api\/console$/, (line) => {
      line.connectToServer()
      lines.push({ close: () => line.close({ code: 4009 }) })
    })
    const rows = (node: string) => page.getByRole('region', { name: `Terminal of ${node}` }).locator('.xterm-rows')
    await page.goto(
      app(href('course-scene-console', { id: scene.id, course_id: '-', lesson_id: '-' }, { node: 'desk' })),
    )
    // the page hears by itself when it runs
    await expect(rows('desk')).toContainText('root@desk')
    await page.keyboard.type('cd /etc; echo ke""pt-42\n')
    await expect(rows('desk')).toContainText('kept-42')
    await page.getByRole('button', { name: 'Side by side' }).click()
    await page.getByRole('button', { name: 'Open a terminal of web' }).click()
    await expect(rows('web')).toContainText('root@web')
    await page.getByRole('region', { name: 'Terminal of web' }).getByRole('button', { name: 'Larger text' }).click()

    await page.reload()
    await expect(rows('desk')).toContainText('kept-42')
    await expect(rows('web')).toContainText('root@web')
    await page.getByRole('region', { name: 'Terminal of desk' }).locator('.xterm-helper-textarea').focus()
    await page.keyboard.type('pwd; clear; echo still here\n')
    await expect(rows('desk')).toContainText('still here')
    await expect(rows('desk')).toContainText('root@desk:/etc#')
    expect(await rows('desk').evaluate((e) => getComputedStyle(e).fontSize)).toBe('15px')

    for (const line of lines.slice(-2)) await line.close()
    await expect(page.getByText('The connection is lost.').first()).toBeVisible()
    await expect(page.getByText('The connection is lost.')).toHaveCount(0)
    await expect(rows('desk')).toContainText('still here')

    // over the shoulder
    const teacher = await as('admin')
    await teacher.goto(app(href('scene-monitor-detail', { id: scene.id }, { tab: 'consoles' })))
    await teacher.getByRole('row', { name: /desk/ }).getByRole('button', { name: 'Observe' }).click()
    const seen = teacher.getByRole('dialog').locator('.xterm-rows')
    await expect(seen).toContainText('still here')
    const told = page.getByText(/is observing/)
    await expect(told.first()).toBeVisible()
    await teacher.reload()
    await expect(seen).toContainText('still here')
    await expect(teacher.getByText('You are observing. Nothing you type is sent.')).toBeVisible()
    await teacher.close()
    await expect(told).toHaveCount(0)

    // a scene that is closed closes what was open of it
    await call('POST', `/scenes/${scene.id}/close`, token, {})
    // the sentence of the console, or already that of the page without its scene
    await expect(page.getByText(/The scene is no longer running|This scene no longer exists/).first()).toBeVisible()
    expect(trouble.list).toEqual([])
  },
)

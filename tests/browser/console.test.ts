/** A console in a browser: a scene of two containers, terminals that answer, side by side, and end with it. */
import { emptyDocument, type Node } from '#src/contract/topology/document.ts'
import { app, call, expect, signInApi, test, watch } from './support.ts'

interface Scene {
  id: string
  status: string
}

const node = (id: string, name: string, image_id: string, address: string): Node => ({
  id,
  name,
  kind: 'container',
  x: 0,
  y: 0,
  image_id,
  device_id: null,
  cpu: 1,
  memory: 256,
  disk: 1,
  ports: [{ id: 'p', name: 'eth0', type: 'ethernet', access: 'access', network_id: 'lan', address, mac: '' }],
  service_ids: [],
  files: [{ path: '/root/welcome.txt', text: `this is ${name}\n`, mode: '644' }],
  flags: [],
  visibility: 'everybody',
  locked: false,
  note: '',
})

test('a terminal answers, sees the other node, is recorded, and closes with its scene', async ({ as }) => {
  const { token } = await signInApi('super')
  const images = await call<{ items: { id: string }[] }>('GET', '/images?type=container&page_size=1', token)
  const image = images.items[0]?.id ?? ''
  const document = {
    ...emptyDocument(),
    networks: [
      { id: 'lan', name: 'lan', cidr: '10.7.0.0/24', gateway: '', dhcp: false, visibility: 'everybody' as const },
    ],
    nodes: [node('a', 'desk', image, '10.7.0.11'), node('b', 'web', image, '10.7.0.12')],
    links: [{ id: 'l', from: { node: 'a', port: 'p' }, to: { node: 'b', port: 'p' }, bends: [], label: '' }],
  }
  const scene = await call<Scene>('POST', '/scenes', token, { name: 'Two containers', document, minutes: 30 })

  const page = await as('super')
  const trouble = watch(page)
  await page.goto(app(`/oj/cr_scene/lesson/cr_scene_case/${scene.id}/-/-/console`))
  await expect(page.getByRole('heading', { name: 'Two containers' })).toBeVisible()
  // the page hears by itself when it runs
  await page.getByRole('button', { name: 'Open a terminal of desk' }).click({ timeout: 30_000 })
  const screen = page.getByRole('region', { name: 'Terminal of desk' })
  await expect(screen.locator('.xterm-rows')).toContainText('desk')
  await page.keyboard.type('cat /root/welcome.txt; ping -c 1 web\n')
  await expect(screen.locator('.xterm-rows')).toContainText('this is desk')
  await expect(screen.locator('.xterm-rows')).toContainText('0% packet loss')
  await expect(screen.getByText('Recorded')).toBeVisible()

  await page.getByRole('button', { name: 'Open a terminal of web' }).click()
  await page.keyboard.type('hostname\n')
  await expect(page.getByRole('region', { name: 'Terminal of web' }).locator('.xterm-rows')).toContainText('web')
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expect(screen.locator('.xterm-rows')).toContainText('this is desk')

  // a scene that is closed closes what was open of it
  await call('POST', `/scenes/${scene.id}/close`, token, {})
  await expect(page.getByText('The scene does not run any more.').first()).toBeVisible()
  expect(trouble.list).toEqual([])
})

/** Mounting and mounting again under the demonstration host, through qiankun with its sandbox on, from another origin. */
import type { Served } from '../support/served.ts'
import { launch, named } from './pages.ts'
import { type Figure, median } from './table.ts'

export async function hostFigures(served: Served): Promise<Figure[]> {
  const browser = await launch()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
    await page.addInitScript(named)
    await page.goto(`${served.url}/host/app`)
    await page.getByRole('button', { name: 'Fill in the demonstration account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await page.locator('.fh-frame .mg-app h1').waitFor()
    const times = await page.evaluate(async (rounds) => {
      const until = async (is: () => boolean) => {
        while (!is()) await new Promise((r) => setTimeout(r, 1))
      }
      const press = (path: string) => document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click()
      const all: number[] = []
      for (let i = 0; i < rounds; i++) {
        press('/host/')
        await until(() => !document.querySelector('.fh-frame'))
        await new Promise((r) => setTimeout(r, 100))
        const from = performance.now()
        press('/host/app')
        await until(() => document.querySelector('.fh-frame .mg-app h1') !== null)
        all.push(performance.now() - from)
      }
      return all
    }, 15)
    return [
      {
        what: 'under a host: mounted again, first title shown',
        value: median(times),
        unit: 'ms',
        budget: 'host, session and page included',
      },
    ]
  } finally {
    await browser.close()
  }
}

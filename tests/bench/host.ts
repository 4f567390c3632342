/** Mounting and mounting again under a host from another origin, through qiankun with its sandbox on. */
import type { Served } from '../support/served.ts'
import { launch, tokenOf } from './pages.ts'
import { type Figure, median } from './table.ts'

export async function hostFigures(served: Served): Promise<Figure[]> {
  const browser = await launch()
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const { value } = await tokenOf(served)
    const { token } = JSON.parse(value) as { token: string }
    const page = await context.newPage()
    await page.goto(`${served.url}/host/`)
    await page.waitForFunction(() => 'fairhaven' in window, undefined, { timeout: 20_000 })
    const times = await page.evaluate(
      async ({ given, rounds }) => {
        const { mountForTest } = (
          window as unknown as {
            fairhaven: { mountForTest(token: string): Promise<{ mounted: number; unmount(): Promise<void> }> }
          }
        ).fairhaven
        const all: number[] = []
        for (let i = 0; i < rounds; i++) {
          const app = await mountForTest(given)
          all.push(app.mounted)
          await app.unmount()
        }
        return all
      },
      { given: token, rounds: 12 },
    )
    const [first = 0, ...again] = times
    return [
      {
        what: 'under a host: first mount',
        value: first,
        unit: 'ms',
        budget: '≤ 2 × one Arco page (86 ms on the reference machine)',
      },
      {
        what: 'under a host: mount again',
        value: median(again),
        unit: 'ms',
        budget: '≤ 3 × one Arco page (5.2 ms on the reference machine)',
      },
    ]
  } finally {
    await browser.close()
  }
}

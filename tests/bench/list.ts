/** A list of 10,000 rows in the browser: pages of 200, scrolled at normal speed and at CPU ×4; the longest task and the frames say how it feels. */
import { launch, named } from './pages.ts'
import type { Bench } from './benchServer.ts'
import type { Figure } from './table.ts'

export async function listFigures(b: Bench): Promise<Figure[]> {
  const browser = await launch()
  const out: Figure[] = []
  try {
    const { protocol, host } = new URL(b.url)
    for (const slow of [false, true]) {
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
      await context.addInitScript(({ key, value }) => sessionStorage.setItem(key, value), {
        key: `range:${protocol}//${host}:session`,
        value: JSON.stringify({ token: b.token, jwt_token: '' }),
      })
      await context.addInitScript(named)
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await page.goto(`${b.url}/page/mg/vuln/ghdb_library?page_size=200`)
      await page.locator('tr[data-row]').nth(9).waitFor()
      await page.waitForLoadState('networkidle')
      if (slow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const { frames, longest, seconds } = await page.evaluate(async () => {
        const row = document.querySelector('tr[data-row]')
        let scroller = row?.parentElement
        while (scroller && scroller.scrollHeight <= scroller.clientHeight + 10) scroller = scroller.parentElement
        if (!scroller) throw new Error('nothing scrolls')
        let longestTask = 0
        const watch = new PerformanceObserver((l) => {
          for (const e of l.getEntries()) longestTask = Math.max(longestTask, e.duration)
        })
        watch.observe({ type: 'longtask' })
        const from = performance.now()
        let n = 0
        const end = scroller.scrollHeight - scroller.clientHeight
        const speed = 1200
        await new Promise<void>((done) => {
          const step = () => {
            n++
            const at = ((performance.now() - from) / 1000) * speed
            ;(scroller as Element).scrollTop = at
            if (at >= end) done()
            else requestAnimationFrame(step)
          }
          requestAnimationFrame(step)
        })
        await new Promise((r) => setTimeout(r, 200))
        return { frames: n, longest: longestTask, seconds: (performance.now() - from - 200) / 1000 }
      })
      const name = `list of 10,062 rows, 200 a page, scrolled${slow ? ', CPU ×4' : ''}`
      out.push({
        what: `${name}: longest task`,
        value: longest,
        unit: 'ms',
        budget: slow ? '–' : '≤ 50 ms',
        ...(slow ? {} : { held: longest <= 50 }),
      })
      out.push({
        what: `${name}: frames`,
        value: frames / seconds,
        unit: '/s',
        budget: slow ? '≥ 28/s (Arco’s virtual table)' : '–',
        ...(slow ? { held: frames / seconds >= 28 } : {}),
      })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return out
}

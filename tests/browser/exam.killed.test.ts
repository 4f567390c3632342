/** E2: The whole browser is killed while somebody writes without a connection: what he typed stands on the disk. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { begin, field, isSaved, layHall, onlyWhole, runs, session } from './hall.ts'
import { expect, sessionKey, signInApi, test } from './support.ts'

/** Processes of a browser by the folder of its profile. */
const processesOf = (folder: string): number[] =>
  execFileSync('pgrep', ['-f', '--', `--user-data-dir=${folder}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // it ended with another
  }
}

const kills = Math.ceil(runs / 10)
test(`E2 a browser that is killed while it is offline loses nothing, ${kills} times`, async ({
  playwright,
  launchOptions,
}) => {
  onlyWhole()
  test.skip(process.platform === 'win32', 'processes are found by pgrep')
  test.setTimeout(180_000 + kills * 15_000)
  const hall = await layHall({ asks: ['short'], seconds: 6 * 3600 })
  const tokens = await signInApi('student')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'range-profile-'))
  let typed = ''
  for (let n = 0; n <= kills; n++) {
    const context = await playwright.chromium.launchPersistentContext(folder, launchOptions)
    await context.addInitScript(
      ([key, kept, language]) => {
        sessionStorage.setItem(key as string, kept as string)
        localStorage.setItem(language as string, 'en-US')
      },
      [sessionKey(), JSON.stringify(tokens), sessionKey().replace(/session$/, 'language')],
    )
    const page = await context.newPage()
    // the name of the page that wrote may have died with the browser: then one is asked, and what was typed is put back by hand
    await page.goto(session(hall))
    const over = page.getByRole('button', { name: 'Continue here' })
    if (n === 0) await begin(page)
    await expect(over.or(page.locator('.part-question'))).toBeVisible()
    if (await over.isVisible()) {
      await over.click()
      await expect(page.locator('.part-question')).toBeVisible()
      if (typed) await page.getByRole('button', { name: 'Restore' }).click()
    }
    await expect(field(page)).toHaveValue(typed)
    if (typed) await isSaved(page)
    if (n < kills) {
      await context.setOffline(true)
      const more = ` ${n}: ${Math.random().toString(36).slice(2)}`
      await field(page).press('ControlOrMeta+End')
      for (const c of more) await page.keyboard.insertText(c)
      typed += more
      await page.waitForTimeout(100)
      for (const id of processesOf(folder)) kill(id)
    }
    await context.close().catch(() => undefined)
    rmSync(path.join(folder, 'SingletonLock'), { force: true })
  }
  rmSync(folder, { recursive: true, force: true })
})

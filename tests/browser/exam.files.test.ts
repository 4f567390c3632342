/** Files of an answer: sent while one writes on, replaced, refused with a reason, taken up again where the connection broke. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { limits } from '#src/contract/limits.ts'
import { field, goTo, isSaved, layHall, onlyWhole, sitDown, stored } from './hall.ts'
import { expect, signInApi, test } from './support.ts'

const text = (name: string, size = 20) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'x') })

test('a file goes on while another question is open, gives way to the next, and is taken back', async ({ as }) => {
  onlyWhole()
  const hall = await layHall({ asks: ['operation', 'short'] })
  const { token } = await signInApi('student')
  const page = await as('student')
  await sitDown(page, hall)
  const files = async () => {
    const { answers } = await stored(hall, token)
    return (answers.find((a) => a.item === 'i0')?.answer?.files ?? []).map((f) => (f as { name: string }).name)
  }
  const choose = page.locator('.part-question input[type=file]')
  await choose.setInputFiles(text('picture.png'))
  await expect(page.locator('.part-question').getByRole('alert')).toContainText('picture.png')
  await choose.setInputFiles(text('two words.txt'))
  await page.getByRole('button', { name: 'Upload as two-words.txt' }).click()
  await expect.poll(files).toEqual(['two-words.txt'])
  // one that is too large is not sent at all
  const large = path.join(mkdtempSync(path.join(os.tmpdir(), 'range-large-')), 'capture.pcap')
  writeFileSync(large, '')
  truncateSync(large, limits.upload + 1)
  await choose.setInputFiles(large)
  await expect(page.locator('.part-question').getByRole('alert')).toContainText(/capture\.pcap.*50 MB/)
  rmSync(path.dirname(large), { recursive: true })
  // a connection that was away for a moment, and on to another question meanwhile
  await page.context().setOffline(true)
  await field(page).fill('see the file')
  await page.context().setOffline(false)
  await page.route(/\/deposits\//, async (r) => {
    await new Promise((done) => setTimeout(done, 1500))
    await r.continue()
  })
  await choose.setInputFiles(text('second.txt', 300_000))
  await expect(page.locator('.kit-upload').getByText('second.txt')).toBeVisible()
  await goTo(page, 2)
  await field(page).fill('meanwhile')
  await expect.poll(files).toEqual(['second.txt'])
  await goTo(page, 1)
  await expect(page.locator('.part-question').getByText('second.txt')).toBeVisible()
  await page.unrouteAll()
  // the connection goes while bytes are on their way, and what has come stays
  let broken = 0
  await page.route(/\/deposits\/.*\/content/, async (r) => {
    if (r.request().method() !== 'PATCH' || broken++) return r.continue()
    await page.context().setOffline(true)
    return r.abort('internetdisconnected')
  })
  await choose.setInputFiles(text('third.txt', 3_000_000))
  await expect.poll(() => broken).toBe(1)
  await expect(page.locator('.kit-upload').getByText('third.txt')).toBeVisible()
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  expect(await files()).toEqual(['second.txt'])
  await page.context().setOffline(false)
  await expect.poll(files).toEqual(['third.txt'])
  await page.getByRole('button', { name: 'Take third.txt away' }).click()
  await expect.poll(files).toEqual([])
  await isSaved(page)
  expect((await stored(hall, token)).texts).toEqual({ i0: 'see the file', i1: 'meanwhile' })
})

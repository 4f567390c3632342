/** A course as its author makes it: its facts, an outline moved with the keys, text, slides and a quiz, who may take it, and the publication. */
import { strToU8, zipSync } from 'fflate'
import { app, expect, long, test, watch } from './support.ts'

test('a course is made, written, authorised and published', long, async ({ as }) => {
  const page = await as('admin')
  const trouble = watch(page)
  const name = `Browser course ${Date.now()}`
  await page.goto(app('/admin/oj/admin/course/add'))
  await page.getByLabel(/^Name/).first().fill(name)
  await page.getByLabel(/^Direction/).click()
  await page.getByRole('option', { name: '网络基础' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()

  // its lessons come next
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Add a lesson' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Addresses')
  await page.getByLabel('Lab hours').fill('0.5')
  const outline = page.getByRole('tree', { name: 'Outline' })
  await expect(outline.getByRole('treeitem', { name: /Addresses/ })).toBeVisible()
  const add = (what: string) => page.locator('.course-pane').getByRole('button', { name: what })
  await add('Add text').click()
  await page.getByRole('textbox', { name: 'Content' }).fill('# Prefixes\n\nA /27 leaves **thirty** hosts.')
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('thirty')).toBeVisible()

  await outline.getByRole('treeitem', { name: /Addresses/ }).click()
  await add('Add slides').click()
  const slides = page.getByRole('textbox', { name: 'Slides' })
  await slides.fill('# One\n\n---\n\n# Two')
  await slides.press('Control+End')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Two' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'One' })).toBeVisible()

  await outline.getByRole('treeitem', { name: /Addresses/ }).click()
  await add('Add quiz').click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('These sections are still empty:')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add questions' }).click()
  await dialog.getByRole('searchbox').fill('usable host addresses')
  await dialog.getByLabel(/^How many usable host addresses/).check()
  await dialog.getByRole('button', { name: 'Add to the quiz' }).click()
  await expect(page.getByText('1 question · 1 point')).toBeVisible()

  // moved with the keys, and brought back after it was removed
  const sections = outline.getByRole('treeitem', { level: 3 })
  await outline.getByRole('treeitem', { name: /^Quiz/ }).press('Alt+ArrowUp')
  await expect(sections).toHaveText([/Text/, /Quiz/, /Slides/])
  await outline.getByRole('treeitem', { name: /^Quiz/ }).press('Delete')
  await expect(sections).toHaveText([/Text/, /Slides/])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(sections).toHaveText([/Text/, /Quiz/, /Slides/])
  await expect(page.locator('[data-save="saved"]')).toBeVisible()

  // a reload comes back to the section, and to what it says
  await outline.getByRole('treeitem', { name: /^Text/ }).click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(/thirty/)

  const course = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  await page.goto(app(`/admin/oj/admin/course/auth/${course}`))
  await page.getByRole('radio', { name: /^Everybody/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText('Nothing is missing.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`“${name}” is published.`)).toBeVisible()
  await outline.getByRole('treeitem', { name: /Addresses/ }).click()
  await page.getByLabel('Title', { exact: true }).fill('Addresses and prefixes')
  await expect(page.getByText('unpublished changes')).toBeVisible()
  expect(trouble.list).toEqual([])
})

test('a course comes in as a file under a direction, is undone, and one goes out', long, async ({ as }) => {
  const page = await as('admin')
  const trouble = watch(page)
  const name = `Course of a file ${Date.now()}`
  const zip = zipSync({
    'course/README.md': strToU8(`# ${name}\n\nWhat it is about.\n`),
    'course/1.1 Ports.md': strToU8('# Ports\n\nSSH listens on **22**.\n'),
    'course/1.2 Quiz.md': strToU8('# Quiz\n\n#### Q1. Which port has SSH?\n\n- [ ] 21\n- [x] 22\n'),
  })
  await page.goto(app('/admin/oj/admin/course'))
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import courses' })).toBeVisible()
  await expect(page.locator('input[type=file]')).toBeDisabled()
  await page.getByLabel('Direction of new courses').click()
  await page.getByRole('option', { name: '网络基础' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'course.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await expect(page.getByRole('heading', { level: 1, name: 'course.zip' })).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported', { exact: true })).toBeVisible()
  const plan = page.url()

  // a draft with its lessons, which goes out as a file
  await page.goto(app(`/admin/oj/admin/course?q=${encodeURIComponent(name)}`))
  await page.getByRole('link', { name }).click()
  await expect(
    page.getByRole('tree', { name: 'Outline' }).getByRole('treeitem', { name: /Ports/ }).first(),
  ).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem').first().click()
  expect((await saving).suggestedFilename()).toMatch(/\.zip$/)

  await page.goto(plan)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await page.goto(app(`/admin/oj/admin/course?q=${encodeURIComponent(name)}`))
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  expect(trouble.list).toEqual([])
})

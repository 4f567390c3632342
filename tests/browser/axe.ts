/**
 * axe, run inside the page: brought into a document once, and told to keep only what it finds. The package's own builder brings it anew for
 * each look and opens a second page to sum up, which takes ten times as long.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> }
  }
}

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical findings on the open page, and landmarks nobody can tell apart, with the places where they are. */
export async function seriousOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  return page.evaluate(async () => {
    const found = await window.axe?.run({ resultTypes: ['violations'] })
    if (!found || found.passes.length === 0) throw new Error('axe looked at nothing')
    return found.violations
      .filter((v) => v.impact === 'serious' || v.impact === 'critical' || v.id === 'landmark-unique')
      .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`)
  })
}

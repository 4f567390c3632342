/** The host page of `two.ts`, at an address of another origin than the app's. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { hostOrigin, range } from '../support.ts'
import type { HostPage } from './two.ts'

declare global {
  interface Window {
    hostPage: HostPage
  }
}

const built = async (): Promise<string> => {
  const [out] = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, 'two.ts'), formats: ['iife'], name: 'two', fileName: 'two' },
    },
  })) as Rolldown.RolldownOutput[]
  return out?.output[0].code ?? ''
}
let script: Promise<string> | undefined

export const entry = () => `${range()}/page/mg/`
export async function openHost(
  page: Page,
  css = 'body{display:flex;margin:0}section{flex:1;min-width:0;height:100vh;overflow:auto}',
  /** What stands on the page already; the app goes into `#place` where there is one. */
  html = '',
): Promise<void> {
  script ??= built()
  const code = await script
  await page.route(`${hostOrigin()}/two/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('two.js')) return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: code })
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>Two</title><style>${css}</style><body>${html}<script src="/two/two.js"></script></body>`,
    })
  })
  await page.goto(`${hostOrigin()}/two/`)
}

/** What suites of packages begin with: a course that somebody wrote, a device of a learner's, and the places of a page that plays. */
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { app, call, expect, range, sessionKey, type Tokens } from './support.ts'

export const stamp = Date.now().toString(36)
const everybody = { all: true, orgs: [], roles: [], users: [], teams: [] }
const api = '/api/mg/api'

interface Section {
  id: string
  title: string
  bytes: Buffer
}
async function send(token: string, course: string, { title, bytes }: Section) {
  const name = `${title}.zip`
  const file = await call<{ file: string; name: string; size: number }>('POST', `/courses/${course}/files`, token, {
    use: 'package',
    name,
    size: bytes.length,
  })
  const { id } = await call<{ id: string }>('POST', '/deposits', token, {
    kind: 'course-file',
    target: file.file,
    name,
    size: bytes.length,
  })
  const res = await fetch(`${range()}${api}/deposits/${id}/content`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  expect(res.status).toBe(204)
  await expect
    .poll(async () => (await call<{ state: string }>('GET', `/courses/${course}/files/${file.file}`, token)).state)
    .toBe('here')
  return file
}
export async function layCourse(token: string, name: string, sections: Section[]): Promise<string> {
  const direction = await call<{ id: string }>('POST', '/directions', token, { name: name.slice(0, 20) })
  const { id } = await call<{ id: string }>('POST', '/courses', token, {
    name,
    direction_id: direction.id,
    language: 'en-US',
    translation: { name: `课件 ${stamp}`, description: '' },
  })
  await call('PUT', `/courses/${id}/outline`, token, {
    version: 1,
    chapters: [
      {
        id: 'c1',
        title: 'Only',
        lessons: [
          {
            id: 'l1',
            title: 'Played',
            sections: sections.map((s) => ({ id: s.id, title: s.title, kind: 'package', rule: 'completed' })),
          },
        ],
      },
    ],
  })
  for (const s of sections) {
    const pack = await send(token, id, s)
    await call('PUT', `/courses/${id}/sections/${s.id}`, token, {
      version: 0,
      content: { kind: 'package', pack, pack_other: null },
    })
  }
  const at = async (p: string) => (await call<{ version: number }>('GET', p, token)).version
  await call('PUT', `/courses/${id}/audience`, token, { ...everybody, version: await at(`/courses/${id}`) })
  const seen = { ...everybody, from: null, to: null, version: await at(`/courses/${id}/visibility`) }
  await call('PUT', `/courses/${id}/visibility`, token, seen)
  await call('POST', `/courses/${id}/publish`, token, { version: await at(`/courses/${id}`) })
  return id
}
export async function device(
  browser: Browser,
  tokens: Tokens,
  o: { language?: string; theme?: string } = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addInitScript(
    ({ key, kept, language, theme }) => {
      // of the app's own pages: a package has a storage of its own
      if (window !== top) return
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), language)
      localStorage.setItem(key.replace(/session$/, 'theme'), theme)
    },
    { key: sessionKey(), kept: tokens, language: o.language ?? 'en-US', theme: o.theme ?? 'theme-dark' },
  )
  return context.newPage()
}
export const content = (page: Page): FrameLocator => page.frameLocator('.package-frame').frameLocator('iframe')
export const lesson = (course: string, section: string) => app(`/oj/course/lesson/${course}/l1?section=${section}`)
export const saved = (page: Page) => expect(page.locator('.package-bar')).toContainText('Saved')

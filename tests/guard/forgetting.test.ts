/** No list of a page forgets after a reload or the way back: pages and filters stand in the address (`kit/list/state/useKept.ts`). */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const src = new URL('../../src/', import.meta.url).pathname
/** Windows over a page, which a reload closes, and threads below what the page shows. */
const windows = [
  'features/bank/Reports.tsx',
  'features/bank/Sharing.tsx',
  'features/exam/watch/Timeline.tsx',
  'features/exam/marking/SceneRecordings.tsx',
  'features/notice/Readers.tsx',
  'parts/comment-thread/CommentThread.tsx',
  'parts/people/PeopleList.tsx',
]

test('lists keep their page in the address', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((f) =>
    /^(?:features|parts)\/.*\.tsx$/.test(f),
  )
  expect(files.length).toBeGreaterThan(300)
  const paged = (text: string) => /<(?:NewerOlderButtons|\w*Pager)\b/.test(text)
  // the names of the kit's pagers change: a guard that finds none holds nothing
  expect(files.filter((f) => paged(readFileSync(src + f, 'utf8'))).length).toBeGreaterThan(4)
  const forgetting = files.filter((f) => {
    const text = readFileSync(src + f, 'utf8')
    const state = [...text.matchAll(/const \[([^\]]*)\] = useState\b([^\n]*)/g)]
    return paged(text) && state.some(([, names = '', rest]) => /\bpage\b|\bat\b/.test(names + rest))
  })
  expect(forgetting.filter((f) => !windows.includes(f))).toEqual([])
})

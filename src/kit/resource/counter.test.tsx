/** People, questions and exams are counted in words of their own. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import en from '../../i18n/en-US/kit.ts'
import { loadMessages, setLocale, t } from '../../i18n/index.ts'
import { Pager } from '../list/pages/Pager.tsx'
import { counterOf } from './counter.ts'
import { referencedResource } from './lines.ts'

beforeAll(async () => {
  await setLocale('zh-CN')
  await loadMessages('kit')
})
afterAll(() => setLocale('en-US'))
afterEach(cleanup)

it('a list counts its entries in the word of its resource', () => {
  const pager = (counts?: string) => {
    render(<Pager counts={counts} page={1} size={20} total={121} onPage={() => undefined} />)
    const said = screen.getByRole('status').textContent
    cleanup()
    return said
  }
  expect([pager('user'), pager('theory-question'), pager('dork'), pager()]).toEqual([
    '第 1–20 人，共 121 人',
    '第 1–20 道，共 121 道',
    '第 1–20 条，共 121 条',
    '第 1–20 条，共 121 条',
  ])
  expect(t('kit.list.selected', { n: 3, unit: counterOf('user') })).toBe('已选 3 人')
})

it('a word stands for a resource that is there', () => {
  const named = Object.keys(en).flatMap((key) => /^kit\.counter\.(.+)$/.exec(key)?.[1] ?? [])
  expect(named.filter((name) => name !== 'other' && !referencedResource(name))).toEqual([])
})

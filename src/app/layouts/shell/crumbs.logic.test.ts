import { expect, it } from 'vitest'
import { reachable } from './crumbs.logic.ts'

it('leads to the screens above with the parameters they share with the open one', () => {
  expect(reachable('/cr/tool_magazine', { id: '7' })).toBe('/cr/tool_magazine')
  expect(reachable('/oj/all-course/detail/:resource_id', { resource_id: 'a/b', lesson_id: '2' })).toBe(
    '/oj/all-course/detail/a%2Fb',
  )
})

it('leads nowhere when a parameter is not known here', () => {
  expect(reachable('/oj/all-course/detail/:resource_id', { lesson_id: '2' })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { linkOf } from './message.logic.ts'

test('a message leads to its screen, with its parameters in place', () => {
  expect(linkOf({ link: { screen: 'announcement-detail', params: { id: 'a/b' } } })).toBe(
    '/personal/announcement/a%2Fb',
  )
  expect(linkOf({ link: { screen: 'personal', query: { tab: 'messages' } } })).toBe('/personal?tab=messages')
})

test('a message without a link, or to a screen that is not there, leads nowhere', () => {
  expect(linkOf({ link: null })).toBeUndefined()
  expect(linkOf({ link: { screen: 'gone-long-ago' } })).toBeUndefined()
  expect(linkOf({ link: { screen: 'javascript:alert(1)' } })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { messageLinkOf } from './message.logic.ts'

test('a message leads to its screen, with its parameters in place', () => {
  expect(messageLinkOf({ link: { screen: 'announcement-detail', params: { id: 'a/b' } } })).toBe(
    '/personal/announcement/a%2Fb',
  )
  expect(messageLinkOf({ link: { screen: 'personal', query: { tab: 'messages' } } })).toBe('/personal?tab=messages')
})

test('a message without a link, or to a screen that is not there, leads nowhere', () => {
  expect(messageLinkOf({ link: null })).toBeUndefined()
  expect(messageLinkOf({ link: { screen: 'gone-long-ago' } })).toBeUndefined()
  expect(messageLinkOf({ link: { screen: 'javascript:alert(1)' } })).toBeUndefined()
})

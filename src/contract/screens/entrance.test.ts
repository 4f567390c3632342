/** The few screens of the first page say what the table of all says. */
import { expect, test } from 'vitest'
import { entrance, entranceAt, entranceHref } from './entrance.ts'
import { href, screens } from './index.ts'

test('what opens before anybody is signed in stands as in the table of all screens', () => {
  expect(entrance).toEqual(
    ['login', 'not-found', 'change-password', 'token-entry'].map((name) => screens.find((s) => s.name === name)),
  )
  expect(screens.filter((s) => s.public).map((s) => s.name)).toEqual(
    entrance.filter((s) => s.public).map((s) => s.name),
  )
})
test('a path is theirs, or nobody’s yet', () => {
  const code = `${'a'.repeat(43)}.${'b'.repeat(43)}`
  expect(entranceAt('/login')?.name).toBe('login')
  expect(entranceAt(`/${code}`)?.name).toBe('token-entry')
  expect(entranceAt('/personal')).toBeUndefined()
  expect(entranceAt('/admin/dashboard')).toBeUndefined()
})
test('links to them are the links to screens', () => {
  const to = { redirect: '/admin/dashboard?q=a b' }
  expect(entranceHref('login', undefined, to)).toBe(href('login', undefined, to))
  expect(entranceHref('change-password', { type: 'forgotten' })).toBe(href('change-password', { type: 'forgotten' }))
})

import { describe, expect, test } from 'vitest'
import { aboveCaller, mayActOn, mayGive, mayIssueCredentials, mayTake, peers } from './authority.ts'

const role = (key: string, is_admin: boolean, ...grants: string[]) => ({
  key,
  is_admin,
  grants: key === 'super' ? ('all' as const) : new Set(grants),
})
const who = (r: ReturnType<typeof role>) => ({ role_key: r.key, is_admin: r.is_admin, grants: r.grants })
const top = role('super', true)
const admin = role('admin', true, 'user-manage', 'courses')
const desk = role('', false, 'user-manage')

describe('authority', () => {
  test.each([
    [top, top, false],
    [top, admin, true],
    [admin, admin, false],
    [admin, desk, true],
    [desk, desk, false],
    [undefined, desk, false],
  ])('of role %j over caller %j', (of, caller, above) => {
    expect(aboveCaller(of, who(caller))).toBe(above)
  })
  test.each([
    ['a role within his own', role('', false, 'user-edit'), desk, true],
    ['his own', desk, desk, true],
    ['one that opens more', role('', false, 'user-manage', 'audit-log'), desk, false],
    ['a whole folder of which he holds a screen', role('', false, 'system-management'), desk, false],
    ['an administrator’s, though it opens nothing', role('', true), desk, false],
    ['any, to the super administrator', role('', true, 'system-management'), top, true],
    ['the super administrator’s', top, admin, false],
    ['an administrator’s, as one', admin, admin, false],
    ['an administrator’s, as the super administrator', admin, top, true],
    ['the super administrator’s, as one', top, top, true],
    ['none', undefined, top, false],
  ])('lets a caller give %s', (_, of, caller, may) => {
    expect(mayGive(of, who(caller))).toBe(may)
  })
  test.each([
    ['a role within his own', role('', false, 'user-edit'), desk, true],
    ['one that opens more', role('', false, 'user-manage', 'audit-log'), desk, false],
    ['one that opens more, to an administrator', role('', false, 'user-manage', 'audit-log'), admin, true],
    ['an administrator’s', role('', true), desk, false],
    ['an administrator’s, as one', admin, admin, false],
    ['an administrator’s, as the super administrator', admin, top, true],
    ['the super administrator’s, as one', top, top, true],
    ['a role that is gone', undefined, desk, true],
  ])('lets a caller take %s', (_, of, caller, may) => {
    expect(mayTake(of, who(caller))).toBe(may)
  })
  test('whoever gives a role may take it back, and gives none that opens more than his own', () => {
    const roles = [top, admin, role('', true), desk, role('', false, 'user-edit'), role('', false, 'audit-log')]
    for (const by of roles)
      for (const of of roles) {
        if (!mayGive(of, who(by))) continue
        expect(mayTake(of, who(by)), JSON.stringify([of, by])).toBe(true)
        expect(aboveCaller(of, who(by)) || peers(of, who(by))).toBe(false)
      }
  })
  test.each([
    [top, top, false],
    [top, admin, false],
    [admin, top, true],
    [admin, admin, false],
    [role('', true), admin, false],
    [desk, admin, true],
    [desk, desk, false],
    [role('', false, 'user-edit'), desk, true],
    [role('', false), desk, true],
    [role('', false, 'user-manage', 'audit-log'), desk, false],
    [undefined, desk, true],
  ])('an account of role %j is opened by a password of the caller’s making, caller %j: %s', (of, caller, may) => {
    expect(mayIssueCredentials(of, who(caller))).toBe(may)
  })
  test.each([
    ['a learner whose screens the caller has not', role('', false, 'practice', 'exam-list'), desk, true],
    ['one who manages what the caller does not', role('', false, 'audit-log'), desk, false],
    ['his like', desk, desk, false],
    ['an administrator', admin, desk, false],
    ['an administrator, as one', admin, admin, false],
    ['a super administrator, as one', top, top, true],
  ])('a caller acts on %s', (_, of, caller, may) => {
    expect(mayActOn(of, who(caller))).toBe(may)
  })
  test('administrators are each other’s peers, others and super administrators are not', () => {
    expect(peers(admin, who(admin))).toBe(true)
    for (const [a, b] of [
      [top, top],
      [desk, desk],
      [desk, admin],
      [admin, top],
    ] as const)
      expect(peers(a, who(b))).toBe(false)
  })
})

import { type DemoAccount, demoAccounts } from '#mock/seed/accounts.ts'

/** The first demonstration account of a role. */
export function accountOf(role: DemoAccount['role']): DemoAccount {
  const found = demoAccounts.find((a) => a.role === role)
  if (!found) throw new Error(`no demonstration account for ${role}`)
  return found
}
/** A demonstration account by user name. */
export function accountNamed(username: string): DemoAccount {
  const found = demoAccounts.find((a) => a.username === username)
  if (!found) throw new Error(`no demonstration account ${username}`)
  return found
}

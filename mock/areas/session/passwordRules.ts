/** What a new password must obey here, on top of what its schema says: the configured policy, the common list, the names. */
import type { FieldProblem } from '#src/contract/problems.ts'
import { passwordBreaks } from '#src/contract/rules.ts'
import { commonPasswords, productWords } from '#src/contract/session/common.ts'
import { Fail, type SettingsStore } from '../../http/request/handler.ts'
import { demoAccounts } from '../../seed/accounts.ts'
import type { Hashing } from './hashing.ts'
import { policyOf } from './settings.ts'

/** Everybody can read the demonstration's passwords in the source, so they are among those that are tried first. */
const known: ReadonlySet<string> = new Set([...commonPasswords(), ...demoAccounts.map((a) => a.password.toLowerCase())])

/** Throws `validation` with what the password breaks, under the name its field has in the body. */
export async function checkPassword(
  settings: SettingsStore,
  password: string,
  field: string,
  owner: { username: string; name: string },
): Promise<void> {
  const policy = await policyOf(settings)
  const fields: FieldProblem[] = passwordBreaks(password, {
    policy,
    common: known,
    about: [owner.username, owner.name, ...productWords],
  }).map((b) => ({ path: field, ...b }))
  if (fields.length) throw new Fail('validation', { fields, in: 'body' })
}

/** Throws when the password is the present one or one of those before it. */
export async function checkNotUsed(
  hashing: Hashing,
  settings: SettingsStore,
  account: { hash: string; history: readonly string[] },
  password: string,
): Promise<void> {
  const { history } = await policyOf(settings)
  for (const old of [account.hash, ...account.history].slice(0, Math.max(1, history)))
    if (await hashing.verify(old, password)) throw new Fail('password_used_before', { history })
}

/**
 * What sign-ins on this device answered, by account, shown with the next one (see `device` of `SignIn`): with it wrong passwords that others
 * type do not keep its owner out. It opens nothing, so it may outlive the session.
 */
import { scoped, type Store } from '../../lib/storage.ts'

const most = 10
type Entry = readonly [account: string, device: string]
const isEntry = (v: unknown): v is Entry =>
  Array.isArray(v) && v.length === 2 && v.every((part) => typeof part === 'string' && part.length <= 64)

function kept(store: Store): Entry[] {
  try {
    const list: unknown = JSON.parse(store.get('devices') ?? '[]')
    return Array.isArray(list) ? list.filter(isEntry) : []
  } catch {
    return []
  }
}
const keyOf = (username: string): string => username.normalize('NFKC').toLowerCase()

export const deviceFor = (username: string, store: Store = scoped('local')): string | undefined =>
  kept(store).find(([account]) => account === keyOf(username))?.[1]

export function keepDevice(username: string, device: string, store: Store = scoped('local')): void {
  const others = kept(store).filter(([account]) => account !== keyOf(username))
  store.set('devices', JSON.stringify([[keyOf(username), device], ...others].slice(0, most)))
}

/** Token and jwt_token of the session, in session storage under a key scoped by protocol, host and port. Never in a URL, never in local storage. */
import { scoped, type Store } from '../../lib/storage.ts'

export interface Tokens {
  token: string
  jwt_token: string
}
export interface Vault {
  read(): Tokens | undefined
  write: (tokens: Tokens) => void
  clear: () => void
}

export function createVault(store: Store = scoped('session')): Vault {
  return {
    read() {
      const text = store.get('session')
      if (!text) return undefined
      try {
        const v: Partial<Tokens> = JSON.parse(text)
        return typeof v.token === 'string' && v.token
          ? { token: v.token, jwt_token: String(v.jwt_token ?? '') }
          : undefined
      } catch {
        return undefined
      }
    },
    write: (tokens) => store.set('session', JSON.stringify(tokens)),
    clear: () => store.remove('session'),
  }
}

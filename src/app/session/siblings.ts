/**
 * The session of a browser: kept for each tab, lent to a new one by those that have it. A tab asks over a channel of its own origin and the
 * tabs answer; nothing of it is stored, so that with the last tab it is gone.
 */
import { viewToken } from '../../contract/session/view.ts'
import { newKey } from '../../lib/id.ts'
import { scopeOf, scoped, type Store } from '../../lib/storage.ts'
import type { Tokens, Vault } from './vault.ts'

type Said = { ask: string } | { to: string; tokens: Tokens }
/** Milliseconds that a page waits for an answer: where a tab is known to be open it will come, however busy that is; else one may be closed. */
const patience = { known: 20_000, perhaps: 1500 }

export interface Siblings {
  /** What another tab is signed in with; undefined when none says so in time. */
  ask(): Promise<Tokens | undefined>
  /** Says on this machine whether there is something to ask for: a first visit waits for nobody. */
  mark(signedIn: boolean): void
  dispose(): void
}

/** Of an app whose user its host names, and of a browser without such channels: it neither asks nor lends. */
export const noSiblings: Siblings = { ask: async () => undefined, mark() {}, dispose() {} }

/** @param vault what this tab lends */
export function createSiblings(vault: Pick<Vault, 'read'>, local: Store = scoped('local')): Siblings {
  if (typeof BroadcastChannel === 'undefined') return noSiblings
  const name = `${scopeOf()}session`
  const channel = new BroadcastChannel(name)
  /** Browsers keep locks for pages that came over a secure connection. Each tab that is signed in holds this one, with the others. */
  const locks = navigator.locks as LockManager | undefined
  let release: (() => void) | undefined
  const known = async () => (await locks?.query())?.held?.some((l) => l.name === name) ?? false
  const waiting = new Map<string, (tokens: Tokens) => void>()
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if ('to' in data) return waiting.get(data.to)?.(data.tokens)
    const own = vault.read()
    // looking as a role is of this tab
    const tokens = own && { ...own, token: viewToken(own.token, null) }
    if (tokens) channel.postMessage({ to: data.ask, tokens } satisfies Said)
  }
  return {
    async ask() {
      if (local.get('open') === null) return undefined
      const me = newKey()
      const wait = (await known()) ? patience.known : patience.perhaps
      const tokens = await new Promise<Tokens | undefined>((done) => {
        const over = setTimeout(() => done(undefined), wait)
        waiting.set(me, (lent) => {
          clearTimeout(over)
          done(lent)
        })
        channel.postMessage({ ask: me } satisfies Said)
      })
      waiting.delete(me)
      // all of them are closed
      if (!tokens) local.remove('open')
      return tokens
    },
    mark(signedIn) {
      release?.()
      release = undefined
      if (!signedIn) return local.remove('open')
      local.set('open', '1')
      const held = new Promise<void>((done) => (release = done))
      void locks?.request(name, { mode: 'shared' }, () => held)
    },
    dispose() {
      release?.()
      channel.close()
    },
  }
}

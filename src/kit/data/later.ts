/**
 * State and sagas that come with the screens that need them, so that no sign-in page loads them. What is kept here is code, as in `slot.ts`:
 * every store of the page takes a part once, makes its own state of it and runs its saga until the app is disposed of.
 */
import { createAction, type Reducer } from '@reduxjs/toolkit'
import type { SagaIterator } from 'redux-saga'
import type { Api } from '../../contract/api.ts'
import type { Client, Send } from '../../contract/lib/client.ts'

/** The server said that these subjects changed. */
export const stirred = createAction<readonly string[]>('data/stirred')

/** What a saga is given of its app. */
export interface PartServices {
  client: Client<Api>
  /** What the client sends with, for calls whose progress or body is not the contract's. */
  send: Send
  /** Absolute address of the API and the session's token, for what another library sends. */
  api: () => string
  token: () => string | undefined
  /** These subjects of the cache of answers are to be asked for again, where a screen shows them. */
  stale: (subjects: readonly string[]) => void
}
export interface LazyStorePart {
  /** Place in the state. */
  name: string
  reducer: Reducer
  saga: (services: PartServices) => SagaIterator<void>
}

const parts: LazyStorePart[] = []
const takers = new Set<(part: LazyStorePart) => void>()

/** Called by the part's own module when it is loaded. */
export function providePart(part: LazyStorePart): void {
  if (parts.some((p) => p.name === part.name)) return
  parts.push(part)
  for (const take of takers) take(part)
}

/** Calls back for each part there is and each that comes. Returns how to take that back. */
export function onPart(take: (part: LazyStorePart) => void): () => void {
  takers.add(take)
  parts.forEach(take)
  return () => takers.delete(take)
}

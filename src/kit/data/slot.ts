/**
 * Where the cache of answers meets a store. Its code is heavy and no sign-in page needs it, so it comes with the first screen that reads;
 * then every store of the page takes it, and so does one that is made later. What is kept here is code; the answers live in the stores.
 */
import type { setupListeners } from '@reduxjs/toolkit/query'
import type { dataApi } from './api.ts'

export interface Cache {
  api: typeof dataApi
  /** Follows focus and connection of the window; returns how to stop. */
  follow: typeof setupListeners
}

let cache: Cache | undefined
const takers = new Set<(cache: Cache) => void>()

/** Called by the cache's own module when it is loaded. */
export function provideCache(loaded: Cache): void {
  cache = loaded
  for (const take of takers) take(loaded)
}

/** Calls back once the cache's code is there, at once if it is. Returns how to take that back. */
export function onCache(take: (cache: Cache) => void): () => void {
  takers.add(take)
  if (cache) take(cache)
  return () => takers.delete(take)
}

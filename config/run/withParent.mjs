/** Preloaded into what `npm run dev` starts, and into what that starts: all of it ends when what is above it has gone. */
import { isMainThread } from 'node:worker_threads'
import { endWithParent } from './parent.mjs'

if (isMainThread) endWithParent()

/**
 * Testing Library gives up after a second, which a busy machine takes for one page; see `patience` of the configuration. What a test leaves on
 * the page goes with it, and what its end sets off (observers of the document answer a moment later) has ended before the next file: files of one
 * worker share document and timers, and some count theirs.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

configure({ asyncUtilTimeout: 50_000 })
afterEach(cleanup)
afterAll(() => new Promise((go) => setTimeout(go, 60)))

/** What is made of chance and says no number of its own is made some times; see `some`. */
import fc from 'fast-check'
import { some } from './some.ts'

fc.configureGlobal({ numRuns: some(100) })

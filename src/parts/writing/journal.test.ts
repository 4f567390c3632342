/** What is kept on the machine while something is written. */
import { expect, it } from 'vitest'
import { inMemory } from '../../lib/storage.ts'
import { writingJournal } from './journal.ts'

const entry = (text: string) => ({ answer: { type: 'short' as const, text }, marked: false })
const mine = 'homework c1 s1 1 page-one-1' as const
const other = 'homework c1 s1 2 page-two-2' as const

it('gives a homework back to the page that wrote it, and shows another page what was not sent', () => {
  const journal = writingJournal(inMemory())
  journal.write('u1', mine, { i1: entry('typed') }, { i2: entry('refused') })
  expect(journal.read('u1', mine)).toEqual({ i1: entry('typed') })
  expect(journal.left?.('u1', mine)).toEqual({ i2: entry('refused') })
  expect(journal.read('u1', other), 'nothing of it is sent by another page').toEqual({})
  expect(journal.left?.('u1', other)).toEqual({ i1: entry('typed'), i2: entry('refused') })
  expect(journal.read('u2', mine), 'nor is it anybody else’s').toEqual({})
  journal.write('u1', other, {}, {})
  expect(journal.left?.('u1', mine)).toEqual({})
})

it('keeps what is practised by its place alone, and reads what is broken as nothing', () => {
  const store = inMemory()
  const journal = writingJournal(store)
  journal.write('u1', 'quiz c1 s1', { i1: entry('typed') }, { i2: entry('refused') })
  expect(journal.read('u1', 'quiz c1 s1')).toEqual({ i1: entry('typed') })
  expect(journal.left?.('u1', 'quiz c1 s1')).toEqual({})
  store.set('practice:u1:quiz c1 s1', '{')
  expect(journal.read('u1', 'quiz c1 s1')).toEqual({})
})

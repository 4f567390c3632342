import { expect, test } from 'vitest'
import { type TransactionConnection, transactions } from './transaction.ts'

const wire: TransactionConnection = { query: async () => ({ rows: [], count: 0 }), script: async () => {} }
const refused = (of: { refuseInside(): void }): boolean => {
  try {
    of.refuseInside()
    return false
  } catch {
    return true
  }
}

test('a transaction of one database leaves the others free, and is not forgotten within one of another', async () => {
  const [one, two] = [transactions(), transactions()]
  await one.run(wire, async () => {
    expect([refused(one), refused(two)]).toEqual([true, false])
    await two.run(wire, async () => expect([refused(one), refused(two)]).toEqual([true, true]))
    expect([refused(one), refused(two)]).toEqual([true, false])
  })
  expect([refused(one), refused(two)]).toEqual([false, false])
})

test('what was begun inside and outlives the transaction is free again', async () => {
  const one = transactions()
  let over = (): void => {}
  let later: Promise<boolean> | undefined
  await one.run(wire, async () => {
    later = new Promise<void>((done) => (over = done)).then(() => refused(one))
  })
  over()
  expect(await later).toBe(false)
})

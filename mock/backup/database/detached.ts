import type { Db, Queryable } from '#mock/db/db.ts'

/** A transaction that others use than the function it was begun by. It holds a connection: for a server that has several. */
export async function detached(db: Pick<Db, 'tx'>): Promise<{ q: Queryable; over: () => Promise<void> }> {
  let release = (): void => {}
  const held = new Promise<void>((done) => (release = done))
  let running: Promise<void> = Promise.resolve()
  const q = await new Promise<Queryable>((begun, failed) => {
    running = db.tx(async (tx) => {
      begun(tx)
      await held
    })
    running.catch(failed)
  })
  return {
    q,
    async over() {
      release()
      await running
    },
  }
}

/** The same interface on a PostgreSQL server, any number of processes side by side. */
import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { type Db, DbError, type QueryResult, dbError, parsers } from './db.ts'
import { pgListener } from './pg-listen.ts'
import { type StatementNames, statementNames } from './pg-names.ts'
import { type TransactionConnection, transactions } from './transaction.ts'

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, format)),
}

/** Another server changed a table, or the connection does not know the name: parsed anew the statement works. */
const outdated = (e: DbError): boolean => e.code === '0A000' || e.code === '26000'

const wireOn = (connection: pg.Pool | pg.PoolClient, names: StatementNames): TransactionConnection => ({
  async query<R extends object>(sql: string, params: readonly unknown[]): Promise<QueryResult<R>> {
    const name = names.of(sql)
    // a statement without parameters would be sent as a script, and a script may hold several
    const asked = { text: sql, values: [...params], queryMode: 'extended', ...(name === undefined ? {} : { name }) }
    try {
      const { rows, rowCount } = await connection.query<R>(asked as pg.QueryConfig)
      return { rows, count: rowCount ?? 0 }
    } catch (e) {
      const failed = dbError(e)
      if (name === undefined || !outdated(failed)) throw failed
      names.forget(sql)
      if (connection instanceof pg.Pool) return this.query(sql, params)
      // its transaction is lost, but the same one succeeds when it is tried again
      throw new DbError(failed.message, '40001', undefined)
    }
  },
  async script(sql) {
    await connection.query(sql).catch((e: unknown) => {
      throw dbError(e)
    })
  },
})

/** @throws DbError when no server answers */
export async function openPg(url: string, max = 10): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    // a statement of a transaction goes behind the one before without waiting for its answer
    pipeline: true,
    onConnect: (client) => client.query("set time zone 'UTC'; set datestyle = 'ISO, YMD'"),
  } as pg.PoolConfig)
  pool.on('error', () => {
    // an idle connection was lost: the pool makes another
  })
  const names = statementNames()
  const wire = wireOn(pool, names)
  const { refuseInside, run } = transactions()
  const listener = pgListener(url)

  const db: Db = {
    engine: 'postgres',
    async query<R extends object>(sql: string, params: readonly unknown[] = []) {
      refuseInside()
      return wire.query<R>(sql, params)
    },
    async script(sql) {
      refuseInside()
      return wire.script(sql)
    },
    async tx(fn) {
      refuseInside()
      const client = await pool.connect().catch((e: unknown) => {
        throw dbError(e)
      })
      // the pool only watches idle connections, and an error event nobody hears ends the process
      const lost = (): void => {}
      client.on('error', lost)
      try {
        return await run(wireOn(client, names), fn)
      } finally {
        client.release()
        client.off('error', lost)
      }
    },
    // others have connections of their own
    async idle() {
      refuseInside()
      await turn()
    },
    async listen(channel, fn) {
      refuseInside()
      return listener.listen(channel, fn)
    },
    async close() {
      refuseInside()
      await listener.close()
      await pool.end()
    },
  }
  try {
    await db.query('select 1')
  } catch (e) {
    await db.close()
    throw e
  }
  return db
}
